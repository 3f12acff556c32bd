//! The colours of pictures for JavaScript: `crates/wasm/npm/palette.ts`, which the viewer of the npm package draws with.
//!
//! `CAROM_PALETTE=write cargo test -p carom-draw palette` writes it again.

use std::path::Path;

use crate::color::Color;
use crate::marks;
use crate::outline::Brush;
use crate::theme::Theme;

const HEAD: &str = "// Written by `CAROM_PALETTE=write cargo test -p carom-draw palette`: the colours of carom-draw, worked out.
// Change crates/draw/src/theme.rs, not this file.

/** A colour of a shape: its edge, the inside of what is solid, and the ground behind an endless edge. */
export interface Surface { edge: string; inside: string; beyond: string }
/** A colour of a ball: its fill, its edge, the mark that turns with it, and its trail from its end to its head. */
export interface Paint { fill: string; edge: string; mark: string; trail: string[] }
/** Which colour means what. */
export interface Palette {
  ground: string;
  ink: string;
  faint: string;
  goal: string;
  contact: string;
  link: string;
  /** What was hit a moment ago. */
  lit: string;
  /** By role: fixed, moves, sensor, kicks. */
  surfaces: Surface[];
  /** In turn: by kind where a scene has several kinds, or else by place in the world's table. */
  balls: Paint[];
}
";

fn surface(color: Color, theme: &Theme) -> String {
    let brush = Brush { color, ground: theme.ground, px: 1.0 };
    format!("{{ edge: \"{color}\", inside: \"{}\", beyond: \"{}\" }}", brush.inside(), brush.beyond())
}

fn paint(color: Color, theme: &Theme) -> String {
    let trail: Vec<String> =
        marks::fades(color, theme.ground, theme.ink).map(|fade| format!("\"{fade}\"")).collect();
    let (edge, mark) = (crate::ball::edge(color, theme), color.contrast());
    format!("{{ fill: \"{color}\", edge: \"{edge}\", mark: \"{mark}\", trail: [{}] }}", trail.join(", "))
}

/// Light on dark ground, and warm on light ground.
fn lit(theme: &Theme) -> Color {
    if theme.ground.lightness() < 0.5 { Color::YELLOW.mix(Color::WHITE, 0.5) } else { Color::ORANGE }
}

fn palette(name: &str, theme: &Theme) -> String {
    let list = |items: Vec<String>| items.iter().map(|item| format!("    {item},\n")).collect::<String>();
    let surfaces =
        [theme.fixed, theme.kinematic, theme.sensor, theme.kicks].map(|color| surface(color, theme));
    let balls = theme.balls.iter().map(|color| paint(*color, theme)).collect();
    let Theme { ground, ink, faint, contact, .. } = theme;
    format!(
        "/** On {name} ground. */\nexport const {name}: Palette = {{\n  ground: \"{ground}\", ink: \"{ink}\", faint: \"{faint}\", goal: \"{}\", contact: \"{contact}\", link: \"{}\", lit: \"{}\",\n  surfaces: [\n{}  ],\n  balls: [\n{}  ],\n}};\n",
        marks::goal(theme),
        crate::link::color(theme),
        lit(theme),
        list(surfaces.to_vec()),
        list(balls),
    )
}

#[test]
fn the_palette_of_the_npm_package_is_that_of_the_themes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wasm/npm/palette.ts");
    // A crate that was unpacked by itself has no neighbors.
    if !path.parent().is_some_and(Path::exists) {
        return;
    }
    let text = format!("{HEAD}\n{}\n{}", palette("light", &Theme::light()), palette("dark", &Theme::dark()));
    if std::env::var_os("CAROM_PALETTE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "CAROM_PALETTE=write cargo test -p carom-draw palette");
}
