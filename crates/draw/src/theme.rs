//! Themes: the meanings of colours, on white or on dark ground.

use crate::color::Color;

/// The colours of a picture or a chart. Each meaning keeps its hue on both grounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Background.
    pub ground: Color,
    /// Text, axes, outlines of balls.
    pub ink: Color,
    /// Grid lines, hatching.
    pub faint: Color,
    /// Shapes of fixed bodies.
    pub fixed: Color,
    /// Shapes of bodies that move: kinematic ones, hinges, sliders.
    pub kinematic: Color,
    /// Surfaces that kick: bumpers, slingshots.
    pub kicks: Color,
    /// Sensors.
    pub sensor: Color,
    /// Contacts and impacts.
    pub contact: Color,
    /// Balls, in turn. No entry of `kinematic` or `contact`, so that a hue has one meaning.
    pub balls: Vec<Color>,
    /// Series of a chart, in turn.
    pub series: Vec<Color>,
}

impl Theme {
    /// On white ground.
    #[must_use]
    pub fn light() -> Self {
        use Color as C;
        Self {
            ground: C::WHITE,
            ink: C::hex(0x22_2222),
            faint: C::hex(0xdd_dddd),
            fixed: C::hex(0x4a_4f57),
            kinematic: C::VERMILLION,
            kicks: C::hex(0x7d_8f00),
            sensor: C::hex(0x8c_b9d1),
            contact: C::hex(0xb0_3a80),
            balls: vec![C::BLUE, C::ORANGE, C::GREEN, C::SKY_BLUE, C::YELLOW],
            series: vec![C::BLUE, C::VERMILLION, C::GREEN, C::ORANGE, C::PURPLE, C::SKY_BLUE, C::BLACK],
        }
    }

    /// On dark ground.
    #[must_use]
    pub fn dark() -> Self {
        use Color as C;
        Self {
            ground: C::hex(0x15_181d),
            ink: C::hex(0xe8_e8e8),
            faint: C::hex(0x3a_3f47),
            fixed: C::hex(0xa9_b0ba),
            kinematic: C::VERMILLION,
            kicks: C::hex(0xb5_d334),
            sensor: C::hex(0x3d_6b85),
            contact: C::PURPLE.mix(C::WHITE, 0.2),
            balls: vec![C::SKY_BLUE, C::ORANGE, C::GREEN, C::BLUE, C::YELLOW],
            series: vec![C::SKY_BLUE, C::ORANGE, C::GREEN, C::YELLOW, C::PURPLE, C::VERMILLION, C::WHITE],
        }
    }

    /// The colour of the `n`th ball; ink if the list is empty.
    #[must_use]
    pub fn ball(&self, n: usize) -> Color {
        turn(&self.balls, n).unwrap_or(self.ink)
    }

    /// The colour of the `n`th series; ink if the list is empty.
    #[must_use]
    pub fn series(&self, n: usize) -> Color {
        turn(&self.series, n).unwrap_or(self.ink)
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::light()
    }
}

fn turn(colors: &[Color], n: usize) -> Option<Color> {
    colors.get(n.checked_rem(colors.len())?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_carries_meaning_stands_out_from_the_ground() {
        for theme in [Theme::light(), Theme::dark()] {
            let apart = |c: Color| (c.lightness() - theme.ground.lightness()).abs();
            for c in [theme.ink, theme.fixed, theme.kinematic, theme.kicks, theme.contact] {
                assert!(apart(c) > 0.3, "{c} on {}", theme.ground);
            }
            // Balls have an outline besides.
            assert!(theme.series.iter().all(|&c| apart(c) > 0.25), "{theme:?}");
        }
    }

    #[test]
    fn an_empty_list_is_ink() {
        let theme = Theme { balls: Vec::new(), ..Theme::light() };
        assert_eq!(theme.ball(3), theme.ink);
    }
}
