// Completion for shells, made from the table of commands.

import { GLOBALS, OWN, parametersOf, type SessionOption, type Table } from "./table.ts";
import { meant, shown, WrongUsage } from "./usage.ts";

/** A command as a shell completes it. */
interface Completed {
  name: string;
  help: string;
  /** Its first argument, where that is one of a few words. */
  words: readonly string[];
  flags: { name: string; choices: readonly string[]; takesValue: boolean; isFile: boolean }[];
  /** Whether its arguments are files. */
  files: boolean;
}

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Commands whose arguments are files of this machine. */
const TAKE_FILES: readonly string[] = ["run", "screenshot", "save", "upload", "upload-file-by-uid", "save-page"];

/** Flags of tools whose value is a file. */
const FILE_FLAGS: readonly string[] = ["file-path", "file", "save-to", "diff-file"];

/** The script for a shell. @throws {@link WrongUsage} */
export function completion(of: Table, shell: string): string {
  const known = SHELLS.find((name) => name === shell);
  if (known === undefined) {
    throw new WrongUsage(`completion is for ${SHELLS.join(", ")}, not for ${shown(shell)}${meant(shell, SHELLS)}`);
  }
  const commands = completed(of);
  const globals = [...GLOBALS, ...of.options].map(flagOf);
  return { bash, zsh, fish }[known](commands, globals);
}

type Flag = Completed["flags"][number];

function flagOf({ name, value, choices = [], path }: SessionOption): Flag {
  return { name, choices, takesValue: value !== undefined, isFile: path === true || value === "FILE" };
}

function completed(of: Table): Completed[] {
  const own = OWN.map(
    ({ name, help, options = [] }): Completed => ({
      name,
      help,
      words: name === "completion" ? SHELLS : name === "call" ? of.tools.map((tool) => tool.name) : [],
      flags: options.map(flagOf),
      files: TAKE_FILES.includes(name),
    }),
  );
  const names = [...of.commands, ...OWN].map(({ name }) => name);
  const tools = of.commands.map((command): Completed => {
    const parameters = parametersOf(of, command);
    const first = parameters.find(({ flag }) => flag === command.positionals[0]?.flag);
    return {
      name: command.name,
      help: command.help,
      words: first?.choices ?? [],
      flags: parameters.map(({ flag, kind, choices = [] }) => ({
        name: flag,
        choices,
        takesValue: kind !== "switch",
        isFile: FILE_FLAGS.includes(flag),
      })),
      files: TAKE_FILES.includes(command.name),
    };
  });
  return [...own.map((one) => (one.name === "help" ? { ...one, words: names } : one)), ...tools];
}

/** Words of ours need no quotes: letters, digits, dots and dashes. Texts do. */
const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const list = (words: readonly string[]): string => words.join(" ");

/** The cases of a shell for the flags whose value is one of a few words, or a file. */
function values(flags: readonly Flag[], write: (words: readonly string[] | "files") => string): string[] {
  return flags.flatMap(({ name, choices, takesValue, isFile }) => {
    if (!takesValue) return [];
    return [`    --${name}) ${isFile ? write("files") : write(choices)} ;;`];
  });
}

/** What the shells have in common: a command's flags, words and values, as two cases. */
function cases(
  commands: readonly Completed[],
  globals: readonly Flag[],
  write: (words: readonly string[] | "files") => string,
) {
  const offered = commands.map(({ name, flags, words, files }) => {
    const names = list(flags.map((flag) => `--${flag.name}`));
    return `    ${name}) flags=${single(names)}; words=${single(list(words))}; files=${files ? 1 : ""} ;;`;
  });
  const ofCommands = commands.flatMap(({ name, flags }) =>
    values(flags, write).map((line) => line.replace("--", `${name}:--`)),
  );
  const ofAll = values(globals, write).map((line) => line.replace("--", "*:--"));
  return { offered, taken: [...ofCommands, ...ofAll] };
}

function bash(commands: readonly Completed[], globals: readonly Flag[]): string {
  const { offered, taken } = cases(commands, globals, (words) =>
    words === "files"
      ? "_uipilot_files; return"
      : words.length === 0
        ? "return"
        : `COMPREPLY=($(compgen -W ${single(list(words))} -- "$word")); return`,
  );
  return `# Completion of uipilot for bash: source <(uipilot completion bash)
_uipilot_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_uipilot() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= flags= words= files= ended= at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      --) ended=1; before= ;;
      ${valued(globals)}) ((at++)) ;;
      -*) ;;
      *) command=\${command:-\${COMP_WORDS[at]}} ;;
    esac
  done
  case $command:$before in
${taken.join("\n")}
  esac
  case $command in
${offered.join("\n")}
    '') words=${single(list(commands.map(({ name }) => name)))} ;;
  esac
  if [[ $word == -* && -z $ended ]]; then
    COMPREPLY=($(compgen -W "$flags ${list(globals.map(({ name }) => `--${name}`))}" -- "$word"))
  elif [[ -n $files ]]; then
    _uipilot_files
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o filenames -F _uipilot uipilot
`;
}

/** The options whose value is the next word, as a pattern of `case`. */
const valued = (globals: readonly Flag[]): string =>
  globals
    .filter(({ takesValue }) => takesValue)
    .map(({ name }) => `--${name}`)
    .join("|");

function zsh(commands: readonly Completed[], globals: readonly Flag[]): string {
  const { offered, taken } = cases(commands, globals, (words) =>
    words === "files" ? "_files; return" : words.length === 0 ? "return" : `compadd -- ${list(words)}; return`,
  );
  const described = commands.map(({ name, help }) => `    ${single(`${name}:${help}`)}`);
  return `#compdef uipilot
# Completion of uipilot for zsh: source <(uipilot completion zsh), or this as a file _uipilot in a folder of $fpath
_uipilot() {
  local word=$words[CURRENT] before=$words[CURRENT-1] command= flags= files= ended= at
  local -a described
  for ((at = 2; at < CURRENT; at++)); do
    case $words[at] in
      --) ended=1; before= ;;
      ${valued(globals)}) ((at++)) ;;
      -*) ;;
      *) command=\${command:-$words[at]} ;;
    esac
  done
  case $command:$before in
${taken.join("\n")}
  esac
  local words=
  case $command in
${offered.join("\n")}
    '')
      if [[ $word != -* ]]; then
        described=(
${described.join("\n")}
        )
        _describe command described
        return
      fi ;;
  esac
  if [[ $word == -* && -z $ended ]]; then
    compadd -- \${=flags} ${list(globals.map(({ name }) => `--${name}`))}
  elif [[ -n $files ]]; then
    _files
  else
    compadd -- \${=words}
  fi
}
compdef _uipilot uipilot
`;
}

function fish(commands: readonly Completed[], globals: readonly Flag[]): string {
  const names = list(commands.map(({ name }) => name));
  const flag = ({ name, takesValue, choices, isFile }: Flag, when: string): string =>
    [
      `complete -c uipilot${when} -l ${name}`,
      takesValue ? (isFile ? "-rF" : "-x") : "",
      choices.length > 0 ? `-a ${single(list(choices))}` : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  return [
    "# Completion of uipilot for fish: uipilot completion fish | source",
    "complete -c uipilot -f",
    `set -l uipilot_commands ${names}`,
    ...globals.map((one) => flag(one, "")),
    ...commands.flatMap(({ name, help, flags, words, files }) => {
      const when = ` -n ${single(`__fish_seen_subcommand_from ${name}`)}`;
      return [
        `complete -c uipilot -n "not __fish_seen_subcommand_from $uipilot_commands" -a ${name} -d ${single(help)}`,
        ...(words.length > 0 ? [`complete -c uipilot${when} -a ${single(list(words))}`] : []),
        ...(files ? [`complete -c uipilot${when} -F`] : []),
        ...flags.map((one) => flag(one, when)),
      ];
    }),
    "",
  ].join("\n");
}
