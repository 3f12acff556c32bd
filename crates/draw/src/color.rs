//! Colours: a palette and a scale that stay readable for colour-blind people.

use std::fmt;

/// A colour in sRGB with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity: 0 is invisible, 255 opaque.
    pub a: u8,
}

// Okabe and Ito, "Color Universal Design: how to make figures and presentations that are friendly to
// colorblind people", 2008.
impl Color {
    /// Okabe-Ito orange.
    pub const ORANGE: Self = Self::hex(0xe6_9f00);
    /// Okabe-Ito sky blue.
    pub const SKY_BLUE: Self = Self::hex(0x56_b4e9);
    /// Okabe-Ito bluish green.
    pub const GREEN: Self = Self::hex(0x00_9e73);
    /// Okabe-Ito yellow.
    pub const YELLOW: Self = Self::hex(0xf0_e442);
    /// Okabe-Ito blue.
    pub const BLUE: Self = Self::hex(0x00_72b2);
    /// Okabe-Ito vermillion.
    pub const VERMILLION: Self = Self::hex(0xd5_5e00);
    /// Okabe-Ito reddish purple.
    pub const PURPLE: Self = Self::hex(0xcc_79a7);
    /// The red of the palette: [`VERMILLION`](Self::VERMILLION).
    pub const RED: Self = Self::VERMILLION;
    /// The cyan of the palette: [`SKY_BLUE`](Self::SKY_BLUE).
    pub const CYAN: Self = Self::SKY_BLUE;
    /// The pink of the palette: [`PURPLE`](Self::PURPLE).
    pub const PINK: Self = Self::PURPLE;
    /// Half way between black and white.
    pub const GRAY: Self = Self::hex(0x80_8080);
    /// Black.
    pub const BLACK: Self = Self::hex(0);
    /// White.
    pub const WHITE: Self = Self::hex(0xff_ffff);

    /// An opaque colour from `0xrrggbb`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        Self { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// The same colour with an opacity from 0 to 1.
    #[must_use]
    pub fn opacity(self, opacity: f32) -> Self {
        Self { a: (opacity.clamp(0.0, 1.0) * 255.0).round() as u8, ..self }
    }

    /// Part of the way towards another colour: 0 gives `self`, 1 gives `other`.
    #[must_use]
    pub fn mix(self, other: Self, part: f32) -> Self {
        let part = part.clamp(0.0, 1.0);
        let blend = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
        Self {
            r: blend(self.r, other.r),
            g: blend(self.g, other.g),
            b: blend(self.b, other.b),
            a: blend(self.a, other.a),
        }
    }

    /// Perceived lightness, roughly, from 0 to 1 (luma of ITU-R BT.601).
    #[must_use]
    pub fn lightness(self) -> f32 {
        (0.299 * f32::from(self.r) + 0.587 * f32::from(self.g) + 0.114 * f32::from(self.b)) / 255.0
    }

    /// Black or white, whichever stands out more on this colour.
    #[must_use]
    pub fn contrast(self) -> Self {
        if self.lightness() > 0.55 { Self::BLACK } else { Self::WHITE }
    }

    /// The viridis scale (van der Walt and Smith, 2015) from dark blue at 0 to yellow at 1: its lightness rises
    /// evenly, so it can be read without colour. A value that is not a number is 0.
    #[must_use]
    pub fn scale(value: f32) -> Self {
        const STOPS: [u32; 10] = [
            0x44_0154, 0x48_2878, 0x3e_4989, 0x31_688e, 0x26_828e, 0x1f_9e89, 0x35_b779, 0x6d_cd59,
            0xb4_de2c, 0xfd_e725,
        ];
        let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
        let at = value * (STOPS.len() - 1) as f32;
        let low = (at as usize).min(STOPS.len() - 2);
        Self::hex(STOPS[low]).mix(Self::hex(STOPS[low + 1]), at - low as f32)
    }
}

impl fmt::Display for Color {
    /// `#rrggbb`, as SVG takes it; the opacity is not part of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_and_display_agree() {
        assert_eq!(Color::hex(0x01_a2ff).to_string(), "#01a2ff");
        assert_eq!(Color::ORANGE.opacity(0.5).a, 128);
    }

    #[test]
    fn the_scale_gets_lighter_all_the_way() {
        let mut last = -1.0;
        for n in 0..=100 {
            let lightness = Color::scale(n as f32 / 100.0).lightness();
            assert!(lightness >= last - 0.003, "darker at {n} %");
            last = lightness;
        }
        assert_eq!(Color::scale(f32::NAN), Color::scale(0.0));
        assert_eq!(Color::scale(7.0), Color::hex(0xfd_e725));
    }
}
