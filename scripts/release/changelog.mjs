// Reads and moves the sections of CHANGELOG.md.

/** A heading of the second level, as in `## [1.2.0] - 2026-12-01`. */
const heading = /^## \[([^\]]+)\](.*)$/gm;

/**
 * The text under a heading, without empty lines around it.
 *
 * @param {string} changelog
 * @param {string} name `Unreleased`, or a version
 * @returns {string | undefined} `undefined` where there is no such heading
 */
export function section(changelog, name) {
  const all = sections(changelog);
  const index = all.findIndex((each) => each.name === name);
  return index < 0 ? undefined : changelog.slice(all[index].end, all[index + 1]?.begin).trim();
}

/**
 * The changelog with what stood under "Unreleased" under a version.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as in `2026-12-01`
 */
export function release(changelog, version, date) {
  const unreleased = sections(changelog).find(({ name }) => name === "Unreleased");
  const before = changelog.slice(0, unreleased.end);
  const after = changelog.slice(unreleased.end).trimStart();
  return `${before}\n\n## [${version}] - ${date}\n\n${after}`;
}

/** The day on which a version was released, as its heading says. */
export function released(changelog, version) {
  const { rest } = sections(changelog).find(({ name }) => name === version) ?? {};
  return /\d{4}-\d{2}-\d{2}/.exec(rest ?? "")?.[0];
}

/** Whether a section says that something changed: it has an entry of a list. */
export function hasEntries(text) {
  return /^- \S/m.test(text);
}

function sections(changelog) {
  return [...changelog.matchAll(heading)].map(({ 0: line, 1: name, 2: rest, index }) => ({
    name,
    rest,
    begin: index,
    end: index + line.length,
  }));
}
