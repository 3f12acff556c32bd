// Unpacks LZMA ("LZMA alone", as `xz --format=lzma` writes it): the wasm in the script is a fifth smaller by it than
// deflated. Part of the npm package. The whole state lies in flat arrays, because a browser waits for this.
//
// The format is that of the LZMA SDK, which is in the public domain.

/** The bytes that `packed` holds. It must name its length, as what `build.mjs` writes does. */
export function unpack(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset);
  const properties = packed[0];
  const [lc, lp, pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
  const out = new Uint8Array(view.getUint32(5, true));
  // Probabilities, 11 bits each: of the kinds of packets, of distances, of two coders of lengths, of literals.
  const [MATCH, REP, REP0, REP1, REP2, LONG, SLOT, SPECIAL, ALIGN, LENGTHS, LITERAL] =
    [0, 192, 204, 216, 228, 240, 432, 688, 816, 832, 1860];
  const chances = new Uint16Array(LITERAL + (0x300 << (lc + lp))).fill(1024);
  // The first of the five bytes of the range coder is always 0.
  let at = 18;
  // The range, and the code within it: both unsigned, but kept as signed numbers, because a variable that functions
  // share would make an object of each number above 2 ** 31.
  let range = -1;
  let code = view.getInt32(14);

  function bit(n) {
    const chance = chances[n];
    const bound = Math.imul(range >>> 11, chance);
    let taken = 0;
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      chances[n] = chance + ((2048 - chance) >> 5);
    } else {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      chances[n] = chance - (chance >> 5);
      taken = 1;
    }
    if (range >>> 24 === 0) {
      range <<= 8;
      code = (code << 8) | packed[at++];
    }
    return taken;
  }
  function tree(first, bits) {
    let node = 1;
    for (let n = 0; n < bits; n++) node = (node << 1) | bit(first + node);
    return node - (1 << bits);
  }
  function treeFromLowest(first, bits) {
    let [node, value] = [1, 0];
    for (let n = 0; n < bits; n++) {
      const taken = bit(first + node);
      node = (node << 1) | taken;
      value |= taken << n;
    }
    return value;
  }
  function even(bits) {
    let value = 0;
    for (let n = 0; n < bits; n++) {
      const half = range >>> 1;
      const taken = (code >>> 0) < half ? 0 : 1;
      range = half;
      if (taken) code = (code - half) | 0;
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | packed[at++];
      }
      value = (value << 1) | taken;
    }
    return value;
  }
  // Two choices, 16 trees of 3 bits, 16 of 3 bits, one of 8.
  function length(first, place) {
    if (!bit(first)) return 2 + tree(first + 2 + (place << 3), 3);
    if (!bit(first + 1)) return 10 + tree(first + 130 + (place << 3), 3);
    return 18 + tree(first + 258, 8);
  }

  let [state, done] = [0, 0];
  let [d0, d1, d2, d3] = [0, 0, 0, 0];
  while (done < out.length) {
    const place = done & ((1 << pb) - 1);
    const last = done > 0 ? out[done - 1] : 0;
    if (!bit(MATCH + (state << 4) + place)) {
      const literal = LITERAL + 0x300 * (((done & ((1 << lp) - 1)) << lc) + (last >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        // After a match, the byte where the match would go on is what this one is not.
        let other = out[done - d0 - 1];
        while (symbol < 0x100) {
          const expected = (other >> 7) & 1;
          other <<= 1;
          const taken = bit(literal + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | taken;
          if (taken !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literal + symbol);
      out[done++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(REP + state)) {
      if (!bit(REP0 + state)) {
        if (!bit(LONG + (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[done] = out[done - d0 - 1];
          done++;
          continue;
        }
      } else if (!bit(REP1 + state)) {
        [d0, d1] = [d1, d0];
      } else if (!bit(REP2 + state)) {
        [d0, d1, d2] = [d2, d0, d1];
      } else {
        [d0, d1, d2, d3] = [d3, d0, d1, d2];
      }
      count = length(LENGTHS + 514, place);
      state = state < 7 ? 8 : 11;
    } else {
      [d1, d2, d3] = [d0, d1, d2];
      count = length(LENGTHS, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(SLOT + (Math.min(count - 2, 3) << 6), 6);
      d0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        d0 = (2 | (slot & 1)) << bits;
        d0 += slot < 14 ? treeFromLowest(SPECIAL + d0 - slot, bits) : (even(bits - 4) << 4) + treeFromLowest(ALIGN, 4);
      }
    }
    if (d0 >= done) throw new Error("carom: the packed wasm is damaged");
    const end = Math.min(done + count, out.length);
    for (; done < end; done++) out[done] = out[done - d0 - 1];
  }
  return out;
}
