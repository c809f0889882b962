// Arguments of a bundle's server. Hosts put the user's settings into those of the manifest.

/** The server's arguments for those of a manifest, in which what follows `--` are folders. Settings without a value are left out. */
export function serverArguments(given) {
  const end = given.indexOf("--");
  const options = end < 0 ? given : given.slice(0, end);
  const folders = end < 0 ? [] : given.slice(end + 1);
  return [
    ...options.flatMap((option) => {
      const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(option) ?? [];
      if (name === undefined) return [option];
      if (!isSet(value) || value === "false") return [];
      return value === "true" ? [name] : [name, value];
    }),
    ...folders.filter(isSet).flatMap((folder) => ["--allow-root", folder]),
  ];
}

/** Hosts leave the placeholder of a setting without a value as it is, or put nothing in its place. */
function isSet(value) {
  return value.trim() !== "" && !/^\$\{user_config\.\w+\}$/.test(value);
}
