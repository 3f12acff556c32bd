/** Writes animated GIFs (GIF89a): 256 colours for the whole film, and of each picture the part that has changed. */

/** Numbers of `bits` bits, the lowest first. */
class Bits {
  readonly bytes: number[] = [];
  private rest = 0;
  private held = 0;
  put(code: number, bits: number): void {
    this.rest |= code << this.held;
    this.held += bits;
    for (; this.held >= 8; this.held -= 8) {
      this.bytes.push(this.rest & 255);
      this.rest >>>= 8;
    }
  }
  end(): number[] {
    if (this.held) this.bytes.push(this.rest & 255);
    return this.bytes;
  }
}

/** Lempel, Ziv and Welch, with codes of at most 12 bits. */
function squeeze(pixels: Uint8Array): number[] {
  const [clear, stop] = [256, 257];
  const out = new Bits();
  let [table, next, bits] = [new Map<number, number>(), 258, 9];
  out.put(clear, bits);
  let word = pixels[0];
  for (let n = 1; n < pixels.length; n++) {
    const key = word * 256 + pixels[n];
    const known = table.get(key);
    if (known !== undefined) {
      word = known;
      continue;
    }
    out.put(word, bits);
    if (next < 4096) {
      table.set(key, next);
      if (next++ === 1 << bits && bits < 12) bits++;
    } else {
      out.put(clear, bits);
      [table, next, bits] = [new Map(), 258, 9];
    }
    word = pixels[n];
  }
  out.put(word, bits);
  out.put(stop, bits);
  return out.end();
}

export class Gif {
  private readonly bytes: number[] = [];
  private readonly colors = new Map<number, number>();
  private readonly table: number[] = [];
  private last?: Uint8Array;
  private readonly body: number[] = [];

  /** `delay` is the time that a picture is shown, in hundredths of a second. */
  constructor(private readonly width: number, private readonly height: number, private readonly delay: number) {}

  /** The place of a colour in the table; the nearest one when the table is full. */
  private color(rgb: number): number {
    const known = this.colors.get(rgb);
    if (known !== undefined) return known;
    // The last place is for what has not changed.
    let place = this.table.length;
    if (place < 255) this.table.push(rgb);
    else {
      let least = Infinity;
      this.table.forEach((other, n) => {
        const away = ((rgb >> 16) - (other >> 16)) ** 2 + (((rgb >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((rgb & 255) - (other & 255)) ** 2;
        if (away < least) [least, place] = [away, n];
      });
    }
    this.colors.set(rgb, place);
    return place;
  }

  /** A picture, as `getImageData` has it. */
  add(data: Uint8ClampedArray): void {
    const { width, height } = this;
    const now = new Uint8Array(width * height);
    // Five bits of each colour: what is not seen need not be sent.
    const coarse = (value: number) => Math.min(255, ((value + 4) >> 3) << 3);
    for (let n = 0; n < now.length; n++) now[n] = this.color((coarse(data[4 * n]) << 16) | (coarse(data[4 * n + 1]) << 8) | coarse(data[4 * n + 2]));
    let [left, top, right, bottom] = [0, 0, width - 1, height - 1];
    if (this.last) {
      [left, top, right, bottom] = [width, height, -1, -1];
      for (let n = 0; n < now.length; n++) {
        if (now[n] === this.last[n]) continue;
        const [x, y] = [n % width, Math.floor(n / width)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      }
      if (right < 0) [left, top, right, bottom] = [0, 0, 0, 0];
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(w * h);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const at = (top + y) * width + left + x;
        part[y * w + x] = this.last && this.last[at] === now[at] ? 255 : now[at];
      }
    }
    const two = (number: number) => [number & 255, number >> 8];
    this.body.push(0x21, 0xf9, 4, 0x05, ...two(this.delay), 255, 0);
    this.body.push(0x2c, ...two(left), ...two(top), ...two(w), ...two(h), 0, 8);
    const packed = squeeze(part);
    for (let n = 0; n < packed.length; n += 255) {
      const block = packed.slice(n, n + 255);
      this.body.push(block.length, ...block);
    }
    this.body.push(0);
    this.last = now;
  }

  end(): Uint8Array<ArrayBuffer> {
    const two = (number: number) => [number & 255, number >> 8];
    const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
    this.bytes.push(...letters("GIF89a"), ...two(this.width), ...two(this.height), 0xf7, 0, 0);
    for (let n = 0; n < 256; n++) {
      const rgb = this.table[n] ?? 0;
      this.bytes.push(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
    }
    this.bytes.push(0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0);
    return Uint8Array.from(this.bytes.concat(this.body, 0x3b));
  }
}
