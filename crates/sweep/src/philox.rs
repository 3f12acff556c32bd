//! Numbers of chance by their number: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel random numbers: as easy as
//! 1, 2, 3"). It has no state, so that any draw of any run is made without the draws before it.

/// One block of the generator: four words from a counter and a key.
const fn block(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    let mut round = 0;
    while round < 10 {
        let a = 0xD251_1F53_u64 * counter[0] as u64;
        let b = 0xCD9E_8D57_u64 * counter[2] as u64;
        counter = [
            (b >> 32) as u32 ^ counter[1] ^ key[0],
            b as u32,
            (a >> 32) as u32 ^ counter[3] ^ key[1],
            a as u32,
        ];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
        round += 1;
    }
    counter
}

/// The draws of one thing that is left to chance, by its name and the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance {
    key: [u32; 2],
}

impl Chance {
    /// FNV-1a (Fowler, Noll, Vo 1991) of seed and name.
    pub(crate) fn new(seed: u64, name: &str) -> Self {
        let bytes = seed.to_le_bytes().into_iter().chain(name.bytes());
        let key = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self { key: [key as u32, (key >> 32) as u32] }
    }

    /// Two words of 64 bits for a run.
    pub(crate) const fn words(self, run: u64) -> [u64; 2] {
        let [a, b, c, d] = block([run as u32, (run >> 32) as u32, 0, 0], self.key);
        [a as u64 | (b as u64) << 32, c as u64 | (d as u64) << 32]
    }

    /// Two numbers from 0 inclusive to 1 exclusive, to 53 bits.
    pub(crate) fn units(self, run: u64) -> [f64; 2] {
        self.words(run).map(|word| (word >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of the authors' own library, Random123.
    #[test]
    fn it_is_the_generator_of_its_authors() {
        assert_eq!(block([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(block([!0; 4], [!0; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        let counter = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
        let expected = [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1];
        assert_eq!(block(counter, [0xa409_3822, 0x299f_31d0]), expected);
    }

    #[test]
    fn draws_are_even() {
        let chance = Chance::new(7, "plunger.speed");
        let mean = (0..10_000).map(|run| chance.units(run)[0]).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        assert_ne!(chance.words(1), Chance::new(7, "plunger.angle").words(1));
        assert_ne!(chance.words(1), Chance::new(8, "plunger.speed").words(1));
    }
}
