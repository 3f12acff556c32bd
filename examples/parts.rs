//! Every part of a pinball table in a small scene: `cargo run --release --example parts -- [FOLDER]` writes a
//! picture of each (default `target/parts`) and prints the part's state.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use carom_draw::{Bounds, Impacts, Picture, Theme, Trails};
use scenes::parts::ALL;

/// Four times as often as a game at 60 frames a second, for the sake of the trails.
const DT: f32 = 1.0 / 240.0;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("target/parts"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    for (name, seconds, build) in ALL {
        let mut scene = build()?;
        let (mut trails, mut impacts) = (Trails::new(400), Impacts::new(40));
        let mut shown = Bounds::of(&scene.world);
        for _ in 0..(seconds / DT) as usize {
            scene.step(DT)?;
            shown = shown.zip(Bounds::of(&scene.world)).map(|(all, now)| all.join(now));
            trails.record(&scene.world);
            impacts.record(&scene.world);
        }
        let picture = Picture::new().theme(Theme::dark()).within(640, 640).margin(0.08).ball_count(false);
        let picture =
            picture.title(name.replace('_', " ")).time(f64::from(seconds)).contacts(false).legend(true);
        let picture = picture.trails(&trails).impacts(&impacts);
        let picture = if let Some(bounds) = shown { picture.show(bounds) } else { picture };
        std::fs::write(folder.join(format!("{name}.png")), picture.draw(&scene.world).to_png()?)?;
        let facts: Vec<_> = scene.facts().iter().map(|(fact, value)| format!("{fact} {value}")).collect();
        writeln!(io::stdout(), "{name:15} {}", facts.join(", "))?;
    }
    Ok(())
}
