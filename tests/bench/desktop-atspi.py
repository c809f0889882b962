"""Reads and acts on desktop applications with libatspi, for the benchmark.

Takes requests and gives answers as lines of JSON. What it reads of a tree is what ours reads: role, name, states and
value of what is showing.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

State, Role = Atspi.StateType, Atspi.Role
TEXTS = {Role.PASSWORD_TEXT, Role.TERMINAL, Role.ENTRY, Role.EDITBAR, Role.TEXT, Role.DATE_EDITOR}
NUMBERS = {Role.SLIDER, Role.SCROLL_BAR, Role.SPIN_BUTTON, Role.PROGRESS_BAR, Role.LEVEL_BAR, Role.DIAL}
TEXTS_IF_EDITABLE = {Role.PARAGRAPH, Role.COMBO_BOX, Role.DOCUMENT_FRAME, Role.DOCUMENT_TEXT, Role.DOCUMENT_WEB}
NOT_READ = {Role.PASSWORD_TEXT}
MOST_TEXT = 20_000

app = None
gtk4 = False


def shows(node, states):
    """Whether a node is in the tree, by the same rule as ours: GTK 4 says of nothing in a window that it shows."""
    if states.contains(State.SHOWING):
        return True
    if not gtk4 or not states.contains(State.VISIBLE):
        return False
    place = node.get_extents(Atspi.CoordType.WINDOW)
    return place.width > 0 and place.height > 0


def value(node, role, states):
    """The value of a node that has one."""
    try:
        if role in NOT_READ:
            return None
        if role in TEXTS or role in TEXTS_IF_EDITABLE and states.contains(State.EDITABLE):
            return Atspi.Text.get_text(node, 0, min(MOST_TEXT, Atspi.Text.get_character_count(node)))
        if role in NUMBERS:
            return Atspi.Value.get_current_value(node)
    except GLib.Error:
        pass
    return None


def walk(node, is_window=False):
    """The tree below a node; nothing where it does not show."""
    try:
        states = node.get_state_set()
        role = node.get_role()
        # A page of a stack in GTK 4 has no place of its own, and is not among what ours asks for.
        page = gtk4 and role == Role.PANEL and node.get_name().startswith("Page _")
        if not is_window and not page and not shows(node, states):
            return None
        name = node.get_name()
        children = [node.get_child_at_index(index) for index in range(node.get_child_count())]
    except GLib.Error:
        return None
    below = [walk(child) for child in children if child is not None]
    return (role, name, value(node, role, states), [child for child in below if child is not None])


def count(tree):
    return 1 + sum(count(child) for child in tree[3])


def windows():
    return [app.get_child_at_index(index) for index in range(app.get_child_count())]


def find(node, name, roles):
    if node.get_role() in roles and node.get_name() == name:
        return node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        found = child and find(child, name, roles)
        if found:
            return found
    return None


def attach(pid):
    """Finds an application that has registered."""
    global app, gtk4
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == pid:
            app = child
            gtk4 = app.get_toolkit_name().lower() == "gtk" and app.get_toolkit_version().startswith("4")
            return {}
    return {"absent": True}


def read(fresh):
    """The tree; with `fresh`, nothing that was read before is believed."""
    if fresh:
        app.clear_cache()
    trees = [walk(window, True) for window in windows()]
    return {"nodes": sum(count(tree) for tree in trees if tree)}


def named(name, roles):
    for window in windows():
        found = find(window, name, roles)
        if found:
            return found
    raise LookupError(name)


def look_up(name, role):
    """Keeps a node for what comes."""
    global target
    target = named(name, {"button": {Role.PUSH_BUTTON}, "textbox": TEXTS}[role])
    return {}


def click():
    return {"done": Atspi.Action.do_action(target, 0)}


def type_text(text):
    Atspi.Component.grab_focus(target)
    return {"done": Atspi.generate_keyboard_event(0, text, Atspi.KeySynthType.STRING)}


def set_text(text):
    return {"done": Atspi.EditableText.set_text_contents(target, text)}


def floor(pid):
    """A call that does nothing, over the bus to the application and back, without libatspi."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    [address] = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(name, path, interface, method, arguments=None):
        return bus.call_sync(name, path, interface, method, arguments, None, 0, 5000, None)

    root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    [children] = call(*root, "org.a11y.atspi.Accessible", "GetChildren")
    daemon = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
    for name, _path in children:
        if call(*daemon, "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,))).unpack()[0] != pid:
            continue
        times = []
        for _ in range(30):
            began = time.perf_counter()
            call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
            times.append((time.perf_counter() - began) * 1000)
        bus.close_sync(None)
        return {"pings": times}
    raise LookupError(pid)


REQUESTS = {
    "attach": attach, "read": read, "look_up": look_up, "click": click, "type": type_text, "set": set_text, "floor": floor,
}

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    what = request.pop("do")
    began = time.monotonic_ns()
    try:
        answer = REQUESTS[what](**request)
    except (GLib.Error, LookupError) as error:
        answer = {"error": f"{what}: {error!r}"}
    ended = time.monotonic_ns()
    print(json.dumps({**answer, "began": began, "ended": ended}), flush=True)
