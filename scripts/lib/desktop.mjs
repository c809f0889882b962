// A private desktop for tests and the demo. It has a virtual display with a window manager, or a Wayland
// compositor (sway, or GNOME's with its portal), and a session bus and the accessibility bus. All of it
// ends with the process that started it.
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { Failure } from "./failure.mjs";
import { findProgram } from "./paths.mjs";

/** The path of the program that starts the accessibility bus, on Debian and others. */
const launchers = ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"];
/** The folder of portals, on Debian and others. */
const portals = ["/usr/libexec", "/usr/lib"];
const patience = 10_000;
/** The id of the user `nobody` on Linux. */
const nobody = 65_534;

/** One desktop. `env` is what programs on it need. */
export class Desktop {
  #children = [];
  #folder;
  #size;

  constructor(folder, size) {
    this.#folder = folder;
    this.#size = size;
    this.env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: join(folder, "run"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_DATA_HOME: join(folder, "data"),
      GDK_BACKEND: "x11",
      QT_QPA_PLATFORM: "xcb",
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1",
      GSK_RENDERER: "cairo",
      GSETTINGS_BACKEND: "memory",
      NO_AT_BRIDGE: "0",
    };
    for (const name of [
      "WAYLAND_DISPLAY",
      "SWAYSOCK",
      "AT_SPI_BUS_ADDRESS",
      "DBUS_SESSION_BUS_ADDRESS",
      "SESSION_MANAGER",
    ]) {
      delete this.env[name];
    }
  }

  /** Starts everything and waits until it answers. With `wayland`, "sway" or "gnome", that is the display. */
  static async start({ size = "1280x900", wayland = undefined } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "uipilot-desktop-"));
    for (const name of ["run", "config", "cache", "data"]) mkdirSync(join(folder, name), { mode: 0o700 });
    const desktop = new Desktop(folder, size);
    try {
      if (wayland === undefined) await desktop.#display();
      else if (wayland === "sway") await desktop.#sway();
      else desktop.#gnomeAhead();
      await desktop.startBus();
      if (wayland === undefined) desktop.#run("openbox", ["--sm-disable"]);
      else if (wayland === "gnome") await desktop.#gnome();
      return desktop;
    } catch (error) {
      await desktop.stop();
      throw error;
    }
  }

  /** Without `-noreset` the display forgets the address of the accessibility bus with its first client. */
  async #display() {
    const server = this.#run(
      "Xvfb",
      ["-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", `${this.#size}x24`],
      {
        stdio: ["ignore", "ignore", "ignore", "pipe"],
      },
    );
    this.env.DISPLAY = `:${await firstLine(server.stdio[3], "Xvfb")}`;
  }

  /** sway refuses to run as root. As root, it is run by the user `nobody`, in that user's folder. */
  async #sway() {
    const folder = join(this.#folder, "sway");
    mkdirSync(folder, { mode: 0o700 });
    const config = join(folder, "config");
    const rules = ["xwayland disable", "swaybg_command -", `output * resolution ${this.#size}`];
    writeFileSync(config, `${rules.join("\n")}\n`);
    const isRoot = process.getuid() === 0;
    if (isRoot) {
      for (const file of [folder, config]) chownSync(file, nobody, nobody);
      chmodSync(this.#folder, 0o711);
    }
    this.env.SWAYSOCK = join(folder, "ipc.sock");
    delete this.env.DISPLAY;
    this.#run("sway", ["-c", config], {
      ...(isRoot && { uid: nobody, gid: nobody }),
      env: {
        ...this.env,
        XDG_RUNTIME_DIR: folder,
        WLR_BACKENDS: "headless",
        WLR_LIBINPUT_NO_DEVICES: "1",
        WLR_RENDERER: "pixman",
      },
    });
    await answering(this.env.SWAYSOCK, "sway");
    this.#shows(
      join(
        folder,
        readdirSync(folder).find((name) => /^wayland-\d+$/.test(name)),
      ),
    );
  }

  /** Programs that the bus starts, such as portals, inherit its environment. */
  #gnomeAhead() {
    delete this.env.DISPLAY;
    this.env.XDG_CURRENT_DESKTOP = "GNOME";
    this.env.LIBGL_ALWAYS_SOFTWARE = "1";
    this.#shows(join(this.env.XDG_RUNTIME_DIR, "wayland-gnome"));
  }

  /** The parts of GNOME that handle input: its compositor, which needs a bus, and its portal. */
  async #gnome() {
    const socket = this.env.WAYLAND_DISPLAY;
    const how = ["--headless", "--wayland", "--no-x11", `--wayland-display=${basename(socket)}`];
    this.#run("mutter", [...how, `--virtual-monitor=${this.#size}`]);
    await answering(socket, "mutter");
    for (const [program, name] of [
      ["xdg-desktop-portal-gnome", "org.freedesktop.impl.portal.desktop.gnome"],
      ["xdg-desktop-portal", "org.freedesktop.portal.Desktop"],
    ]) {
      this.#run(existing(portals.map((folder) => join(folder, program))), []);
      await this.#named(name);
    }
  }

  #shows(socket) {
    Object.assign(this.env, { WAYLAND_DISPLAY: socket, GDK_BACKEND: "wayland", QT_QPA_PLATFORM: "wayland" });
  }

  /**
   * Starts the session bus and the accessibility bus. After {@link stopBus}, it starts them again at the
   * same address.
   */
  async startBus() {
    const socket = join(this.#folder, "run", "bus");
    rmSync(socket, { force: true });
    const bus = this.#run(
      "dbus-daemon",
      ["--session", "--nofork", "--print-address=1", `--address=unix:path=${socket}`],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    await firstLine(bus.stdout, "dbus-daemon");
    this.env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${socket}`;
    const launcher = findProgram("at-spi-bus-launcher") ?? existing(launchers);
    const accessibility = this.#run(launcher, ["--launch-immediately"]);
    this.#bus = [bus, accessibility];
    await this.#named("org.a11y.Bus");
  }

  #bus = [];

  /** Kills the buses, as in a crash, and the daemon that the launcher started. */
  stopBus() {
    const pids = this.#bus.flatMap(({ pid }) => (pid === undefined ? [] : [...childrenOf(pid), pid]));
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** A request to the name itself would start a second one, so only the name's owner is queried. */
  async #named(name) {
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (await this.#owned(name)) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Failure(
      `${name} did not appear on the session bus`,
      "check that at-spi2-core is installed, and for a portal xdg-desktop-portal-gnome",
    );
  }

  #owned(name) {
    const arguments_ = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
    return new Promise((resolve) => {
      const asked = spawn("dbus-send", [...arguments_, "org.freedesktop.DBus.NameHasOwner", `string:${name}`], {
        env: this.env,
        stdio: ["ignore", "pipe", "ignore"],
      });
      let answer = "";
      asked.stdout.on("data", (chunk) => {
        answer += chunk;
      });
      asked.once("error", () => resolve(false));
      asked.once("close", () => resolve(answer.includes("boolean true")));
    });
  }

  #run(program, args, options = {}) {
    const child = spawn(program, args, { env: this.env, stdio: "ignore", ...options });
    child.once("error", () => {});
    this.#children.push(child);
    return child;
  }

  /** Ends everything, last started first. */
  async stop() {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 1_000);
      await ended;
      clearTimeout(late);
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The first file that exists. If none does, the first one, so that starting it reports the missing file. */
const existing = (files) => files.find((file) => existsSync(file)) ?? files[0];

/** Waits until a program listens at a socket. */
async function answering(path, program) {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const reached = await new Promise((resolve) => {
      const socket = connect(path);
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (reached) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Failure(`${program} did not start`, `check that ${program} is installed, and run it headless by hand`);
}

/** The processes that a process started, by any of its threads. */
function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The first line that a program prints. */
function firstLine(stream, program) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stream });
    const failed = () => reject(new Failure(`${program} did not start`, `check that ${program} is installed and runs`));
    const late = setTimeout(failed, patience);
    lines.once("line", (line) => {
      clearTimeout(late);
      // The stream stays open, because a server ends when it cannot write.
      resolve(line.trim());
    });
    lines.once("close", failed);
  });
}
