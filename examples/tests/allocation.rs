//! A warmed step allocates nothing, in any scene.

use allocation_counter::measure;
use carom::Error;
use scenes::{Options, Scene, break_shot, cradle, galton, gas, large_static, pile, pinball};

type Build = fn(&Options) -> Result<Scene, Error>;

const DT: f32 = 1.0 / 60.0;

#[test]
fn a_warmed_step_allocates_nothing() {
    let scenes: [(&str, Build, usize); 7] = [
        ("pinball", pinball::build, 4),
        ("pile", pile::build, 300),
        ("gas", gas::build, 300),
        ("galton", galton::build, 100),
        ("cradle", cradle::build, 5),
        ("break_shot", break_shot::build, 15),
        ("large_static", large_static::build, 100),
    ];
    let mut found = Vec::new();
    for (name, build, balls) in scenes {
        let mut scene = build(&Options::default().balls(balls).seed(1)).expect("in range");
        let (warm, watched) = (6000, 600);
        let mut blocks = 0;
        for n in 0..warm + watched {
            scene.before(DT).expect("the script is sound");
            let counted = measure(|| {
                scene.world.step(DT);
            });
            scene.after(DT).expect("the script is sound");
            if n >= warm {
                blocks += counted.count_total;
            }
        }
        found.push((name, blocks));
    }
    assert!(found.iter().all(|(_, blocks)| *blocks == 0), "blocks in 600 warmed steps: {found:?}");
}

/// Everything counted: rows, contacts, lists, grids and scratch.
#[test]
fn a_ball_in_a_pile_takes_less_than_two_kilobytes() {
    let balls = 2000;
    let mut kept = None;
    let counted = measure(|| {
        let mut scene = pile::build(&Options::default().balls(balls).seed(1)).expect("in range");
        for _ in 0..300 {
            scene.world.step(DT);
        }
        kept = Some(scene);
    });
    let balls = kept.map_or(0, |scene| scene.world.ball_count()) as i64;
    let each = counted.bytes_current / balls;
    println!("{each} bytes a ball in a pile of {balls}, contacts and scratch included");
    assert!(each < 2048, "{each} bytes a ball");
}
