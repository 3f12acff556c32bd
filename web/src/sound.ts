/** Sounds of impacts, by impulse. Silent until it is switched on. */
export class Sound {
  private context?: AudioContext;
  on = false;

  toggle(): boolean {
    this.on = !this.on;
    if (this.on) this.context ??= new AudioContext();
    return this.on;
  }

  /** The hardest impacts of a frame; `loud` is the impulse of full volume. */
  play(impulses: number[], loud: number): void {
    const { context } = this;
    if (!this.on || !context) return;
    for (const impulse of impulses.sort((a, b) => b - a).slice(0, 4)) {
      const volume = Math.min(1, impulse / loud);
      if (volume < 0.02) break;
      const tone = context.createOscillator();
      const gain = context.createGain();
      const now = context.currentTime;
      tone.frequency.value = 300 + 900 * volume;
      tone.type = "triangle";
      gain.gain.setValueAtTime(0.25 * volume, now);
      gain.gain.exponentialRampToValueAtTime(1e-4, now + 0.09);
      tone.connect(gain).connect(context.destination);
      tone.start(now);
      tone.stop(now + 0.1);
    }
  }
}
