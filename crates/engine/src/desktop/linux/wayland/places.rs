//! The places of windows, read from sway's tree of containers. Pure.

use crate::desktop::app::{WindowAction, WindowInfo};
use crate::desktop::linux::screen::Origins;
use crate::desktop::node::Rect;
use crate::input::Point;
use serde::Deserialize;

/// A rectangle on the screens, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    pub(super) fn rect(self) -> Rect {
        Rect {
            x: f64::from(self.x),
            y: f64::from(self.y),
            w: f64::from(self.width),
            h: f64::from(self.height),
        }
    }

    pub(super) fn contains(self, point: Point) -> bool {
        crate::desktop::geometry::contains(&self.rect(), point)
    }

    /// Whether a window with these contents fulfils a request to move or resize it.
    pub(super) fn fits(self, wanted: WindowAction) -> bool {
        match wanted {
            WindowAction::Move { x, y } => (self.x, self.y) == (x, y),
            WindowAction::Resize { width, height } => (self.width, self.height) == (width, height),
            WindowAction::Raise | WindowAction::Close => true,
        }
    }

    /// The intersection of two areas, if it is not empty.
    pub(super) fn common(self, other: Self) -> Option<Self> {
        let side = |a: i32, a_length: u32, b: i32, b_length: u32| {
            let first = a.max(b);
            let end = a.saturating_add_unsigned(a_length).min(b.saturating_add_unsigned(b_length));
            u32::try_from(end.checked_sub(first)?)
                .ok()
                .filter(|length| *length > 0)
                .map(|length| (first, length))
        };
        let (x, width) = side(self.x, self.width, other.x, other.width)?;
        let (y, height) = side(self.y, self.height, other.y, other.height)?;
        Some(Self { x, y, width, height })
    }
}

/// A container in sway's tree: the root, an output, a workspace, a split or a window.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Container {
    id: u64,
    #[serde(rename = "type")]
    kind: String,
    name: Option<String>,
    /// Only set for windows.
    pid: Option<u32>,
    rect: Area,
    /// The contents, relative to `rect`.
    #[serde(default)]
    window_rect: Area,
    /// The title bar above `rect`.
    #[serde(default)]
    deco_rect: Area,
    /// The part of the contents that is the window without its shadow.
    #[serde(default)]
    geometry: Area,
    #[serde(default)]
    focused: bool,
    #[serde(default)]
    visible: bool,
    #[serde(default)]
    fullscreen_mode: u8,
    transform: Option<String>,
    #[serde(default)]
    nodes: Vec<Container>,
    #[serde(default)]
    floating_nodes: Vec<Container>,
}

/// A screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) name: String,
    pub(super) area: Area,
    /// Rotated or mirrored.
    pub(super) turned: bool,
}

/// The stacking layer of a window, back to front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Tiled,
    Fullscreen,
    Floating,
}

/// A window and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) window: u64,
    pub(super) pid: u32,
    pub(super) title: String,
    /// The window with its border and title bar.
    frame: Area,
    pub(super) contents: Area,
    /// The corner of what the application draws, including its shadow.
    surface: (i32, i32),
    pub(super) focused: bool,
    visible: bool,
    layer: Layer,
}

impl Placed {
    pub(super) fn info(&self) -> WindowInfo {
        WindowInfo {
            window: self.window,
            pid: Some(self.pid),
            title: self.title.clone(),
            bounds: Some(self.contents.rect()),
            active: self.focused,
            hidden: !self.visible,
        }
    }

    pub(super) fn origins(&self) -> Origins {
        Origins {
            surface: self.surface,
            contents: (self.contents.x, self.contents.y),
        }
    }

    /// Whether it can be moved freely.
    pub(super) fn floats(&self) -> bool {
        self.layer == Layer::Floating
    }

    /// The width of the frame left of and above the contents.
    pub(super) fn margin(&self) -> (i32, i32) {
        (
            self.contents.x.saturating_sub(self.frame.x),
            self.contents.y.saturating_sub(self.frame.y),
        )
    }

    /// How much larger the frame is than the contents.
    pub(super) fn border(&self) -> (u32, u32) {
        (
            self.frame.width.saturating_sub(self.contents.width),
            self.frame.height.saturating_sub(self.contents.height),
        )
    }
}

/// All windows and screens at one moment.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The bounding area of all screens.
    pub(super) whole: Area,
    pub(super) outputs: Vec<Output>,
    /// Windows from back to front.
    pub(super) windows: Vec<Placed>,
}

/// The properties that a container inherits from its ancestors.
#[derive(Clone, Copy)]
struct Within {
    floating: bool,
    fullscreen: bool,
}

impl Places {
    /// Reads sway's tree.
    pub(super) fn of(root: &Container) -> Self {
        let mut places = Self {
            whole: root.rect,
            ..Self::default()
        };
        let within = Within {
            floating: false,
            fullscreen: false,
        };
        places.add(root, within);
        // Windows that are not drawn sort behind all others; within a layer, the later one is in front.
        places
            .windows
            .sort_by_key(|window| (window.visible, window.layer, window.focused));
        places
    }

    fn add(&mut self, container: &Container, within: Within) {
        // The output of the scratchpad, which is not a screen, has such a name.
        if container.kind == "output" && !container.name.as_deref().unwrap_or_default().starts_with("__") {
            self.outputs.push(Output {
                name: container.name.clone().unwrap_or_default(),
                area: container.rect,
                turned: container.transform.as_deref().is_some_and(|transform| transform != "normal"),
            });
        }
        let is_window = matches!(container.kind.as_str(), "con" | "floating_con");
        let within = Within {
            floating: within.floating || container.kind == "floating_con",
            // A workspace has mode 1 whenever it is shown.
            fullscreen: within.fullscreen || is_window && container.fullscreen_mode > 0,
        };
        if let (true, Some(pid)) = (is_window, container.pid) {
            self.windows.push(placed(container, pid, within));
        }
        for inner in container.nodes.iter().chain(&container.floating_nodes) {
            self.add(inner, within);
        }
    }

    /// The window with this number.
    pub(super) fn window(&self, window: u64) -> Option<&Placed> {
        self.windows.iter().find(|placed| placed.window == window)
    }

    /// The frontmost window under a point.
    pub(super) fn under(&self, point: Point) -> Option<&Placed> {
        self.windows
            .iter()
            .rev()
            .find(|window| window.visible && window.frame.contains(point))
    }

    /// The window that has the keyboard.
    pub(super) fn focused(&self) -> Option<&Placed> {
        self.windows.iter().find(|window| window.focused)
    }

    /// The window of a process that matches this title and size best. Menus, which have no title and are not windows
    /// to a compositor, match none.
    pub(super) fn like(&self, pid: u32, title: &str, place: Option<Rect>) -> Option<&Placed> {
        let own: Vec<&Placed> = self.windows.iter().filter(|window| window.pid == pid).collect();
        let titled: Vec<&Placed> = own.iter().copied().filter(|window| window.title == title).collect();
        if title.is_empty() && titled.is_empty() {
            return None;
        }
        // Some toolkits append the program's name to the title that they show.
        let from = if titled.is_empty() { own } else { titled };
        let away = |window: &Placed| {
            place.map_or(0.0, |wanted| {
                let have = window.contents.rect();
                (have.w - wanted.w).abs() + (have.h - wanted.h).abs()
            })
        };
        from.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// The screen that shows the largest part of a window, and that part.
    pub(super) fn shown_on(&self, window: &Placed) -> Option<(&Output, Area)> {
        self.outputs
            .iter()
            .filter_map(|output| Some((output, output.area.common(window.contents)?)))
            .max_by_key(|(_, part)| u64::from(part.width) * u64::from(part.height))
    }
}

fn placed(container: &Container, pid: u32, within: Within) -> Placed {
    let inner = container.window_rect;
    let contents = if inner.width == 0 || inner.height == 0 {
        container.rect
    } else {
        Area {
            x: container.rect.x.saturating_add(inner.x),
            y: container.rect.y.saturating_add(inner.y),
            ..inner
        }
    };
    let title_bar = container.deco_rect.height;
    let frame = Area {
        y: container.rect.y.saturating_sub_unsigned(title_bar),
        height: container.rect.height.saturating_add(title_bar),
        ..container.rect
    };
    Placed {
        window: container.id,
        pid,
        title: container.name.clone().unwrap_or_default(),
        frame,
        contents,
        surface: (
            contents.x.saturating_sub(container.geometry.x),
            contents.y.saturating_sub(container.geometry.y),
        ),
        focused: container.focused,
        visible: container.visible,
        layer: match within {
            Within { fullscreen: true, .. } => Layer::Fullscreen,
            Within { floating: true, .. } => Layer::Floating,
            Within { .. } => Layer::Tiled,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn window(id: u64, kind: &str, rect: [i32; 4], more: &serde_json::Value) -> serde_json::Value {
        let [x, y, width, height] = rect;
        let mut made = json!({
            "id": id, "type": kind, "name": format!("Window {id}"), "pid": 100 + id, "visible": true,
            "rect": { "x": x, "y": y, "width": width, "height": height },
            "window_rect": { "x": 2, "y": 0, "width": width - 4, "height": height - 2 },
            "deco_rect": { "x": x, "y": y - 25, "width": width, "height": 25 },
            "geometry": { "x": 10, "y": 12, "width": width - 4, "height": height - 2 },
        });
        for (key, value) in more.as_object().expect("an object") {
            made[key] = value.clone();
        }
        made
    }

    fn places(tiled: &[serde_json::Value], floating: &[serde_json::Value]) -> Places {
        let screen = json!({ "x": 0, "y": 0, "width": 1280, "height": 900 });
        let tree = json!({
            "id": 1, "type": "root", "name": "root", "rect": screen, "nodes": [
                { "id": 2, "type": "output", "name": "__i3", "rect": screen },
                { "id": 3, "type": "output", "name": "HEADLESS-1", "rect": screen, "transform": "normal", "nodes": [
                    { "id": 4, "type": "workspace", "name": "1", "rect": screen, "fullscreen_mode": 1,
                      "nodes": tiled, "floating_nodes": floating },
                ] },
            ],
        });
        Places::of(&serde_json::from_value(tree).expect("a tree"))
    }

    const AT: Point = Point { x: 200.0, y: 200.0 };

    #[test]
    fn a_window_in_front_is_the_one_under_a_point() {
        let tiled = window(5, "con", [0, 25, 1280, 875], &json!({ "focused": true }));
        let floating = window(6, "floating_con", [100, 105, 400, 300], &json!({}));
        let both = places(std::slice::from_ref(&tiled), std::slice::from_ref(&floating));
        assert_eq!(
            both.under(AT).map(|found| found.window),
            Some(6),
            "floating is in front, also without the focus"
        );
        assert_eq!(both.focused().map(|found| found.window), Some(5));
        assert_eq!(
            both.under(Point { x: 3.0, y: 3.0 }).map(|found| found.window),
            Some(5),
            "its title bar"
        );
        assert_eq!(both.under(Point { x: 1300.0, y: 3.0 }), None);

        let full = window(5, "con", [0, 0, 1280, 900], &json!({ "fullscreen_mode": 1 }));
        let mut hidden = floating.clone();
        hidden["visible"] = json!(false);
        assert_eq!(
            places(std::slice::from_ref(&full), &[hidden])
                .under(AT)
                .map(|found| found.window),
            Some(5)
        );
        assert_eq!(
            places(&[full], &[floating]).under(AT).map(|found| found.window),
            Some(6),
            "a dialog of the one on the whole screen"
        );
    }

    #[test]
    fn places_are_of_the_contents_without_border_and_shadow() {
        let all = places(&[window(5, "con", [100, 25, 640, 875], &json!({}))], &[]);
        let found = all.window(5).expect("it is there");
        assert_eq!(
            found.contents,
            Area {
                x: 102,
                y: 25,
                width: 636,
                height: 873
            }
        );
        assert_eq!(
            found.origins(),
            Origins {
                surface: (92, 13),
                contents: (102, 25)
            }
        );
        assert_eq!((found.margin(), found.border(), found.floats()), ((2, 25), (4, 27), false));
        assert_eq!(all.outputs.len(), 1);
        let (output, part) = all.shown_on(found).expect("on the screen");
        assert_eq!((output.name.as_str(), part), ("HEADLESS-1", found.contents));
    }

    #[test]
    fn windows_are_distinguished_by_title_then_size() {
        let with = |title: &str| json!({ "name": title, "pid": 7 });
        let all = places(
            &[
                window(5, "con", [0, 0, 600, 400], &with("Editor")),
                window(6, "con", [600, 0, 300, 200], &with("Editor")),
                window(8, "con", [0, 400, 300, 200], &with("Find - Editor")),
            ],
            &[],
        );
        let size = |w: f64, h: f64| Some(Rect { x: 0.0, y: 0.0, w, h });
        let like = |pid: u32, title: &str, place: Option<Rect>| all.like(pid, title, place).map(|found| found.window);
        assert_eq!(like(7, "Editor", size(296.0, 198.0)), Some(6));
        assert_eq!(like(7, "Editor", size(596.0, 398.0)), Some(5));
        assert_eq!(like(7, "Find", size(296.0, 198.0)), Some(6), "an unknown title: by size");
        assert_eq!(like(7, "", size(296.0, 198.0)), None, "a menu");
        assert_eq!(like(9, "Editor", None), None, "another process");
    }
}
