//! Chooses the nodes that get a number on a picture, and places the marks.

use super::app::Picture;
use super::node::{Rect, UiNode};
use super::render::write_line;
use super::tree::each;
use crate::picture::Mark;
use std::fmt::Write as _;

/// More marks than this would hide what they mark.
const MOST_MARKS: usize = 99;

/// The nodes that are worth a mark, without their children.
pub(super) fn candidates(roots: &[UiNode]) -> Vec<UiNode> {
    let mut found = Vec::new();
    each(roots, &mut |node| {
        let acts = matches!(
            node.role.as_str(),
            "button"
                | "togglebutton"
                | "switch"
                | "textbox"
                | "searchbox"
                | "checkbox"
                | "radio"
                | "slider"
                | "spinbutton"
                | "combobox"
                | "option"
                | "listitem"
                | "menuitem"
                | "menuitemcheckbox"
                | "menuitemradio"
                | "menu"
                | "tab"
                | "cell"
                | "treeitem"
                | "link"
        );
        if acts && found.len() < MOST_MARKS {
            found.push(node.alone());
        }
    });
    found
}

/// The marks of the nodes that lie in the picture, and a line of the legend for each.
pub(super) fn place(picture: &Picture, nodes: &[UiNode]) -> (Vec<Mark>, String) {
    let (mut marks, mut legend) = (Vec::new(), String::new());
    for node in nodes {
        let number = u32::try_from(marks.len() + 1).unwrap_or(u32::MAX);
        let Some(mark) = node.bounds.and_then(|bounds| inside(picture, &bounds, number)) else {
            continue;
        };
        marks.push(mark);
        let _ = write!(legend, "{number} ");
        write_line(&mut legend, 0, node);
    }
    (marks, legend)
}

/// A box around the part of a screen rectangle that lies in the picture.
fn inside(picture: &Picture, bounds: &Rect, number: u32) -> Option<Mark> {
    let (x, y) = (f64::from(picture.left), f64::from(picture.top));
    let (width, height) = (f64::from(picture.pixels.width()), f64::from(picture.pixels.height()));
    let mark = Mark {
        number,
        left: (bounds.x - x).max(0.0),
        top: (bounds.y - y).max(0.0),
        right: (bounds.x + bounds.w - x).min(width),
        bottom: (bounds.y + bounds.h - y).min(height),
    };
    (mark.right - mark.left > 1.0 && mark.bottom - mark.top > 1.0).then_some(mark)
}
