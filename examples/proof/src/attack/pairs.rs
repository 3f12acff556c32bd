//! The narrowphase: a ball against every shape, with any numbers, in both precisions.

use super::source::Source;

/// Sweeps a ball against shapes as the bytes say. Where the numbers are such as worlds hold, contacts and
/// sweeps must agree; all others need only come to an end.
///
/// # Panics
/// Where a result is none, or contacts and sweeps disagree.
pub fn pairs(data: &[u8]) {
    let mut source = Source(data);
    for _ in 0..60 {
        if source.is_empty() {
            break;
        }
        if source.byte().is_multiple_of(2) { single::pair(&mut source) } else { double::pair(&mut source) }
    }
}

macro_rules! precision {
    ($name:ident, $($shapes:ident)::+) => {
        mod $name {
            use $($shapes)::+::{Arc, Capsule, Circle, HalfPlane, Impact, Line, Motion, Ray, Real, Segment, Vec2};
            use carom::narrowphase::SweepStatus;

            use super::super::source::Source;

            fn vec(source: &mut Source<'_>, half: f32) -> Vec2 {
                let v = source.point(half);
                Vec2::new(v.x.into(), v.y.into())
            }

            fn is_sane(numbers: &[Vec2]) -> bool {
                numbers.iter().all(|v| v.is_finite() && v.abs().max_element() <= 1000.0)
            }

            pub(super) fn pair(source: &mut Source<'_>) {
                let radius = source.number(0.01, 2.0).into();
                let ball = Circle { center: vec(source, 4.0), radius };
                let motion = vec(source, 8.0);
                let fair = is_sane(&[ball.center, motion, Vec2::splat(radius)]) && radius >= 1e-3;
                let (a, b, size) = (vec(source, 3.0), vec(source, 3.0), Real::from(source.number(0.01, 2.0)));
                let fair = fair && is_sane(&[a, b, Vec2::splat(size)]) && size >= 1e-3;
                let way = Ray::new(ball.center, motion);
                let turn = Motion { pivot: b, translation: a, rotation: source.number(-9.0, 9.0).into() };
                let rotation = |sweep: $($shapes)::+::RotatingSweep| {
                    let sound = !fair || !turn.rotation.is_finite() || (0.0..=1.0).contains(&sweep.time);
                    assert!(sound, "a turning sweep ends at {}", sweep.time);
                    let touched = matches!(sweep.status, SweepStatus::Hit | SweepStatus::Overlapped);
                    assert!(!touched || sweep.impact.is_some(), "a touch without a place");
                };
                match source.byte() % 6 {
                    0 => if let Ok(shape) = Circle::new(a, size) {
                        let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_circle(&shape));
                        let _ = (shape.contact_inside(&ball), shape.sweep_inside(&ball, motion));
                        rotation(shape.sweep_rotating(&turn, &ball, motion));
                        compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| shape.contact(ball).separation);
                    }
                    1 => if let Ok(shape) = Segment::new(a, b) {
                        let fair = fair && shape.length >= 1e-3;
                        let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_segment(&shape));
                        let _ = (shape.contact_one_sided(&ball), shape.sweep_one_sided(&ball, motion));
                        rotation(shape.sweep_rotating(&turn, &ball, motion));
                        compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| shape.contact(ball).separation);
                    }
                    2 => if let Ok(shape) = Capsule::new(a, b, size) {
                        let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_capsule(&shape));
                        rotation(shape.sweep_rotating(&turn, &ball, motion));
                        compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| shape.contact(ball).separation);
                    }
                    3 => {
                        let (start, sweep) = (source.number(-7.0, 7.0), source.number(0.01, 6.3));
                        if let Ok(shape) = Arc::new(a, size, start.into(), sweep.into()) {
                            let fair = fair && start.abs() <= 100.0 && sweep >= 0.01;
                            let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_arc(&shape), shape.contact(&ball));
                            rotation(shape.sweep_rotating(&turn, &ball, motion));
                            compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| {
                                shape.contact_any_side(ball).separation
                            });
                        }
                        let _ = (Arc::through(a, b, motion), Arc::bulge(a, b, start.into()));
                    }
                    4 => if let Ok(shape) = HalfPlane::new(a, b) {
                        let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_half_plane(&shape));
                        rotation(shape.sweep_rotating(&turn, &ball, motion));
                        compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| shape.contact(ball).separation);
                    }
                    _ => if let Ok(shape) = Line::new(a, b) {
                        let _ = (shape.overlaps(&ball), shape.bounds(), way.cast_line(&shape));
                        let _ = (shape.contact_one_sided(&ball), shape.sweep_one_sided(&ball, motion));
                        compare(fair, &ball, motion, shape.sweep(&ball, motion), |ball| shape.contact(ball).separation);
                    }
                }
            }

            /// A ball that starts clear is clear until its impact, and touches then.
            fn compare(
                fair: bool,
                ball: &Circle,
                motion: Vec2,
                impact: Option<Impact>,
                gap: impl Fn(&Circle) -> Real,
            ) {
                if !fair {
                    return;
                }
                let at = |t: Real| gap(&Circle { center: ball.center + motion * t, radius: ball.radius });
                let largest = ball.center.abs().max_element().max(motion.abs().max_element()).max(10.0);
                let slack = 2e-4 * ball.radius + 128.0 * Real::EPSILON * largest;
                let until = impact.map_or(1.0, |impact| impact.time);
                let about = || format!("{ball:?} by {motion:?}: {impact:?}");
                assert!((0.0..=1.0).contains(&until), "the time is none\n{}", about());
                if let Some(impact) = impact {
                    assert!((impact.normal.length() - 1.0).abs() < 1e-4, "the normal is none\n{}", about());
                }
                if at(0.0) < slack {
                    return;
                }
                assert!(impact.is_none() || at(until) <= slack, "{} from a touch\n{}", at(until), about());
                for n in 0_u8..32 {
                    let t = until * Real::from(n) / 32.0;
                    assert!(at(t) >= -slack, "sunk by {} at {t} unnoticed\n{}", at(t), about());
                }
            }
        }
    };
}

precision!(single, carom::narrowphase);
precision!(double, carom::narrowphase::double);
