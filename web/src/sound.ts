/** Sounds of impacts: what was hit decides the tone, the impulse how loud it is. */
export type Hit = "ball" | "wall" | "kick" | "goal";
const TONES: Record<Hit, { pitch: number; type: OscillatorType; seconds: number; loud: number }> = {
  ball: { pitch: 1900, type: "triangle", seconds: 0.05, loud: 0.2 },
  wall: { pitch: 260, type: "triangle", seconds: 0.09, loud: 0.22 },
  kick: { pitch: 720, type: "square", seconds: 0.14, loud: 0.12 },
  goal: { pitch: 980, type: "sine", seconds: 0.35, loud: 0.25 },
};
/** Most sounds that begin within a frame, and fewest seconds between two of a kind. */
const [MOST, APART] = [4, 0.03];

export class Sound {
  private context?: AudioContext;
  private last: Partial<Record<Hit, number>> = {};
  on = false;

  /** Browsers allow sound after a hand has done something. */
  set(on: boolean): void {
    this.on = on;
    if (on && typeof AudioContext !== "undefined") {
      this.context ??= new AudioContext();
      void this.context.resume();
    }
  }

  /** The hardest hits of a frame. `loud` is the impulse of full volume; `side` is from -1 at the left to 1. */
  play(hits: { hit: Hit; impulse: number; side: number }[], loud: number): void {
    const { context } = this;
    if (!this.on || !context || context.state !== "running") return;
    for (const { hit, impulse, side } of hits.sort((a, b) => b.impulse - a.impulse).slice(0, MOST)) {
      const volume = Math.min(1, impulse / loud);
      const now = context.currentTime;
      if (volume < 0.02 || now - (this.last[hit] ?? -1) < APART) continue;
      this.last[hit] = now;
      const { pitch, type, seconds, loud: most } = TONES[hit];
      const [tone, gain, pan] = [context.createOscillator(), context.createGain(), context.createStereoPanner()];
      pan.pan.value = Math.min(1, Math.max(-1, 0.7 * side));
      tone.type = type;
      tone.frequency.setValueAtTime(pitch * (0.9 + 0.3 * volume), now);
      tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + seconds);
      gain.gain.setValueAtTime(most * Math.sqrt(volume), now);
      gain.gain.exponentialRampToValueAtTime(1e-4, now + seconds);
      tone.connect(gain).connect(pan).connect(context.destination);
      tone.start(now);
      tone.stop(now + seconds);
    }
  }
}
