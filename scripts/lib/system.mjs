// Programs that the machine must have: the toolchains, and the packages of the system.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { findProgram, root } from "./paths.mjs";
import { timed } from "./progress.mjs";

/** Where the description of a library for GObject's bindings is. */
const typelib = (name) =>
  ["x86_64-linux-gnu", "aarch64-linux-gnu", "."].map((folder) => `/usr/lib/${folder}/girepository-1.0/${name}.typelib`);

/** Programs by any of their names, and the Debian packages that bring them. */
const programs = {
  compiler: { names: ["cc", "gcc", "clang"], packages: ["gcc", "libc6-dev"], what: "a C compiler and linker" },
  chromium: {
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    packages: ["chromium", "fonts-liberation"],
    what: "Chromium or Chrome",
  },
  firefox: { names: ["firefox-esr", "firefox"], packages: ["firefox-esr", "fonts-liberation"], what: "Firefox" },
  chromedriver: { names: ["chromedriver"], packages: ["chromium-driver"], what: "ChromeDriver" },
  shellcheck: { names: ["shellcheck"], packages: ["shellcheck"], what: "ShellCheck" },
  display: { names: ["Xvfb"], packages: ["xvfb"], what: "an X display without a screen" },
  bus: { names: ["dbus-daemon"], packages: ["dbus-daemon", "dbus-bin"], what: "D-Bus" },
  accessibility: {
    names: ["at-spi-bus-launcher"],
    files: ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"],
    packages: ["at-spi2-core"],
    what: "the accessibility bus",
  },
  windows: { names: ["openbox"], packages: ["openbox"], what: "a window manager" },
  compositor: { names: ["sway"], packages: ["sway"], what: "a Wayland compositor" },
  gnome: { names: ["mutter"], packages: ["mutter"], what: "the compositor of GNOME" },
  portal: {
    names: [],
    files: ["/usr/libexec/xdg-desktop-portal-gnome", "/usr/lib/xdg-desktop-portal-gnome"],
    packages: ["xdg-desktop-portal-gnome"],
    what: "the portal of GNOME",
  },
  gtk3: { names: ["gtk3-widget-factory"], packages: ["gtk-3-examples"], what: "the GTK 3 examples" },
  gtk4: { names: ["gtk4-widget-factory"], packages: ["gtk-4-examples"], what: "the GTK 4 examples" },
  editor: { names: ["mousepad"], packages: ["mousepad"], what: "mousepad" },
  qt: {
    names: [],
    files: ["/usr/lib/x86_64-linux-gnu/qt5/examples/widgets/widgets/calculator/calculator"],
    packages: ["qtbase5-examples"],
    what: "the Qt examples",
  },
  python: {
    names: [],
    files: ["/usr/lib/python3/dist-packages/gi/__init__.py"],
    packages: ["python3-gi"],
    what: "GObject for Python",
  },
  // The Python descriptions of libraries. A machine with the package above may lack these.
  pythonGtk: {
    names: [],
    files: typelib("Gtk-3.0"),
    packages: ["gir1.2-gtk-3.0"],
    what: "GTK 3 for Python",
  },
  pythonGtk4: {
    names: [],
    files: typelib("Gtk-4.0"),
    packages: ["gir1.2-gtk-4.0"],
    what: "GTK 4 for Python",
  },
  pythonQt: {
    names: [],
    files: ["/usr/lib/python3/dist-packages/PyQt5/__init__.py"],
    packages: ["python3-pyqt5"],
    what: "Qt 5 for Python",
  },
  pythonQt6: {
    names: [],
    files: ["/usr/lib/python3/dist-packages/PyQt6/__init__.py"],
    packages: ["python3-pyqt6"],
    what: "Qt 6 for Python",
  },
  pythonLayerShell: {
    names: [],
    files: typelib("GtkLayerShell-0.1"),
    packages: ["gir1.2-gtklayershell-0.1"],
    what: "layers of Wayland for Python",
  },
  pythonAtspi: {
    names: [],
    files: typelib("Atspi-2.0"),
    packages: ["gir1.2-atspi-2.0"],
    what: "libatspi for Python",
  },
  // These build and run the addon of other platforms, see `scripts/platforms`.
  mingw: {
    names: ["x86_64-w64-mingw32-gcc"],
    packages: ["gcc-mingw-w64-x86-64"],
    what: "a C compiler and linker for Windows",
  },
  qemu: { names: ["qemu-aarch64", "qemu-aarch64-static"], packages: ["qemu-user"], what: "an emulator of arm64" },
  arm64: {
    names: [],
    files: ["/usr/aarch64-linux-gnu/lib/libstdc++.so.6"],
    packages: ["libc6-arm64-cross", "libstdc++6-arm64-cross"],
    what: "the C and C++ libraries of arm64",
  },
  wine: { names: ["wine"], packages: ["wine", "wine64"], what: "Wine" },
};

/** What most of the tests need. */
export const browserPrograms = ["chromium", "firefox", "chromedriver"];

/** What a display of its own needs. */
export const displayPrograms = process.platform === "linux" ? ["display", "bus", "accessibility", "windows"] : [];

/** What a desktop of its own needs, and the programs that are tested on it. */
export const desktopPrograms =
  process.platform === "linux"
    ? [
        ...displayPrograms,
        ...["compositor", "gnome", "portal"],
        ...["gtk3", "gtk4", "editor", "qt"],
        ...["python", "pythonGtk", "pythonGtk4", "pythonQt", "pythonQt6", "pythonAtspi", "pythonLayerShell"],
      ]
    : [];

/** Where a program of {@link programs} is. */
export function locate(name) {
  const { names, files = [] } = programs[name];
  return findProgram(...names) ?? files.find((file) => existsSync(file)) ?? applications(name);
}

/** Applications on macOS are not on the path. */
function applications(name) {
  if (process.platform !== "darwin") return undefined;
  const files = {
    chromium: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    firefox: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  };
  return files[name]?.find((file) => existsSync(file));
}

function numbers(version) {
  return version.split(".").map(Number);
}

function atLeast(version, wanted) {
  const [major, minor] = numbers(version);
  const [wantedMajor, wantedMinor = 0] = numbers(wanted);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Checks Node and Rust. The user installs them, not a script. */
export function checkToolchains() {
  if (!atLeast(process.versions.node, "20")) {
    throw new Failure(
      `Node ${process.versions.node} is too old: 20 or newer is needed`,
      "install Node 20 or newer (nodejs.org, or your system's packages) and run this again",
    );
  }
  const wanted = /^rust-version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];
  const rustup = "install Rust with rustup (see rustup.rs), open a new shell and run this again";
  if (!findProgram("cargo")) throw new Failure("cargo was not found on the path", rustup);
  const version = /^rustc (\S+)/.exec(execFileSync("rustc", ["--version"], { cwd: root, encoding: "utf8" }))[1];
  if (!atLeast(version, wanted)) {
    throw new Failure(`Rust ${version} is too old: ${wanted} or newer is needed`, "`rustup update stable`");
  }
}

/** Installs those of the named programs that the machine lacks. */
export async function ensurePrograms(names) {
  const missing = names.filter((name) => !locate(name));
  if (missing.length === 0) return;
  const list = missing.map((name) => programs[name].what).join(", ");
  const packages = [...new Set(missing.flatMap((name) => programs[name].packages))];
  const isRoot = process.getuid?.() === 0;
  if (!findProgram("apt-get") || !(isRoot || findProgram("sudo"))) {
    const hint = findProgram("apt-get") ? `as root: apt-get install ${packages.join(" ")}` : `install ${list}`;
    throw new Failure(`this machine lacks ${list}`, `${hint}; then run this again`);
  }
  const apt = (...args) =>
    must(
      [
        ...(isRoot ? [] : ["sudo"]),
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-qq",
        "-o",
        "Acquire::Retries=3",
        ...args,
      ],
      `install by hand what was not found (${list}), then run this again`,
    );
  await timed(`install ${packages.join(" ")}`, async () => {
    await apt("update");
    await apt("install", "--yes", "--no-install-recommends", ...packages);
  });
  const still = missing.filter((name) => !locate(name));
  if (still.length > 0) {
    throw new Failure(
      `${still.map((name) => programs[name].what).join(", ")} did not come with ${packages.join(" ")}`,
      "install it by hand so that it is on the path, then run this again",
    );
  }
}
