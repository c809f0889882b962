// What the Chrome Web Store asks of an extension, and what this project promises of it.

/** The longest name and description that the store takes. */
const LONGEST = { name: 75, description: 132 };
const ICONS = [16, 32, 48, 128];
/** What the extension asks for. A further permission is a decision, and every user is asked again. */
const PERMISSIONS = ["alarms", "debugger", "scripting", "storage", "tabs", "webNavigation"];
const HOSTS = ["http://localhost/*", "https://localhost/*", "http://127.0.0.1/*", "https://127.0.0.1/*"];
/** Scripts from elsewhere, which the store forbids. */
const REMOTE = /<script[^>]+src=["']?(?:https?:)?\/\/|\bimportScripts\s*\(\s*["']http|\bimport\s*\(\s*["']http/i;

/**
 * Why the store, or this project, would not have it.
 *
 * @param {object} extension
 * @param {Record<string, any>} extension.manifest
 * @param {Map<string, Buffer>} extension.files by their names with `/`
 * @param {string} extension.privacy the privacy statement
 * @returns {string[]}
 */
export function problemsOf({ manifest, files, privacy }) {
  const problems = [];
  const check = (isFine, text) => void (isFine || problems.push(text));
  check(manifest.manifest_version === 3, "manifest_version is not 3");
  check(/^\d{1,5}(\.\d{1,5}){0,3}$/.test(manifest.version), `version ${manifest.version} is not numbers with dots`);
  for (const [field, longest] of Object.entries(LONGEST)) {
    const { length } = manifest[field] ?? "";
    check(length > 0 && length <= longest, `${field} has ${length} characters, not 1 to ${longest}`);
  }
  check(equal(manifest.permissions, PERMISSIONS), `permissions are ${manifest.permissions}, not ${PERMISSIONS}`);
  check(equal(manifest.host_permissions, HOSTS), `host_permissions are ${manifest.host_permissions}, not ${HOSTS}`);
  for (const permission of [...PERMISSIONS, ...HOSTS.map((host) => host.replace(/^https?:\/\/|\/\*$/g, ""))]) {
    check(privacy.includes(`\`${permission}\``), `the privacy statement does not explain \`${permission}\``);
  }
  for (const size of ICONS) {
    const name = manifest.icons?.[size];
    const found = sizeOf(files.get(name));
    check(found === `${size}x${size}`, `the icon ${size} (${name}) is ${found}`);
  }
  const policy = manifest.content_security_policy?.extension_pages ?? "";
  check(
    /default-src 'self'/.test(policy) && !/unsafe|https?:\/\/(?!127\.0\.0\.1)/.test(policy),
    "the policy lets scripts or connections in from elsewhere",
  );
  for (const name of named(manifest)) check(files.has(name), `the manifest names ${name}, which is not there`);
  for (const [name, bytes] of files) {
    if (/\.(js|html)$/.test(name)) check(!REMOTE.test(bytes.toString()), `${name} loads a script from elsewhere`);
    check(/^[\w./-]+\.(js|html|css|json|png)$/.test(name), `${name} has no place in it`);
  }
  return problems;
}

const equal = (is, wanted) => JSON.stringify(is) === JSON.stringify(wanted);

/** The files that a manifest names. */
function named({ background, action, devtools_page: page, icons }) {
  const pictures = [icons, action?.default_icon].flatMap((sizes) => Object.values(sizes ?? {}));
  return [background?.service_worker, action?.default_popup, page, ...pictures].filter((name) => name !== undefined);
}

/** The size of a picture, as its header says: `16x16`. */
function sizeOf(bytes) {
  const isPng = bytes?.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"));
  return isPng ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : "no PNG";
}
