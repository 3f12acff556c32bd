// Written by `CAROM_PALETTE=write cargo test -p carom-draw palette`: the colours of carom-draw, worked out.
// Change crates/draw/src/theme.rs, not this file.

/** A colour of a shape: its edge, the inside of what is solid, and the ground behind an endless edge. */
export interface Surface { edge: string; inside: string; beyond: string }
/** A colour of a ball: its fill, its edge, the mark that turns with it, and its trail from its end to its head. */
export interface Paint { fill: string; edge: string; mark: string; trail: string[] }
/** Which colour means what. */
export interface Palette {
  ground: string;
  ink: string;
  faint: string;
  goal: string;
  contact: string;
  link: string;
  /** What was hit a moment ago. */
  lit: string;
  /** By role: fixed, moves, sensor, kicks. */
  surfaces: Surface[];
  /** In turn: by kind where a scene has several kinds, or else by place in the world's table. */
  balls: Paint[];
}

/** On light ground. */
export const light: Palette = {
  ground: "#ffffff", ink: "#222222", faint: "#dddddd", goal: "#ebebeb", contact: "#b03a80", link: "#646464", lit: "#e69f00",
  surfaces: [
    { edge: "#4a4f57", inside: "#ccced0", beyond: "#e6e6e7" },
    { edge: "#d55e00", inside: "#f3d2b8", beyond: "#f9e8db" },
    { edge: "#8cb9d1", inside: "#dfebf2", beyond: "#eff5f9" },
    { edge: "#7d8f00", inside: "#dbe0b8", beyond: "#edefdb" },
  ],
  balls: [
    { fill: "#0072b2", edge: "#14425c", mark: "#ffffff", trail: ["#c4dbe7", "#aecddf", "#98c0d6", "#82b3ce", "#6ca5c5", "#5698bc", "#408ab4", "#2b7dab"] },
    { fill: "#e69f00", edge: "#705414", mark: "#000000", trail: ["#f2e4c4", "#eddaae", "#e9d098", "#e4c682", "#dfbb6c", "#dbb156", "#d6a740", "#d19d2b"] },
    { fill: "#009e73", edge: "#145442", mark: "#ffffff", trail: ["#c4e3db", "#aed9ce", "#98cfc0", "#82c5b3", "#6cbba6", "#56b198", "#40a78b", "#2b9c7e"] },
    { fill: "#56b4e9", edge: "#375c72", mark: "#000000", trail: ["#d5e8f3", "#c5dfee", "#b6d7ea", "#a7cfe5", "#97c6e0", "#88bedc", "#78b5d7", "#69add3"] },
    { fill: "#f0e442", edge: "#74702f", mark: "#000000", trail: ["#f4f2d1", "#f0edc0", "#ece8af", "#e8e39e", "#e4de8d", "#e0d97c", "#dcd46b", "#d8cf5a"] },
  ],
};

/** On dark ground. */
export const dark: Palette = {
  ground: "#15181d", ink: "#e8e8e8", faint: "#3a3f47", goal: "#2b2f36", contact: "#d694b9", link: "#a9aaab", lit: "#f8f2a1",
  surfaces: [
    { edge: "#a9b0ba", inside: "#3e4349", beyond: "#2a2d33" },
    { edge: "#d55e00", inside: "#4b2c15", beyond: "#302219" },
    { edge: "#3d6b85", inside: "#202f3a", beyond: "#1b242c" },
    { edge: "#b5d334", inside: "#424c23", beyond: "#2b3220" },
  ],
  balls: [
    { fill: "#56b4e9", edge: "#aed3e8", mark: "#000000", trail: ["#2a3f4d", "#314d5f", "#395c71", "#416a83", "#487895", "#5087a7", "#5795b9", "#5fa3ca"] },
    { fill: "#e69f00", edge: "#e7cb8b", mark: "#000000", trail: ["#473b1e", "#59471f", "#6b541f", "#7e6120", "#906e21", "#a27b21", "#b48722", "#c79422"] },
    { fill: "#009e73", edge: "#8bcab9", mark: "#ffffff", trail: ["#183a36", "#1a473f", "#1b5448", "#1c6151", "#1d6d5a", "#1e7a63", "#20876c", "#219375"] },
    { fill: "#0072b2", edge: "#8bb9d2", mark: "#ffffff", trail: ["#183242", "#1a3b50", "#1b455e", "#1c4e6c", "#1d5779", "#1e6187", "#206a95", "#2174a2"] },
    { fill: "#f0e442", edge: "#ebe6a6", mark: "#000000", trail: ["#49492c", "#5c5b31", "#6f6d37", "#827f3c", "#959041", "#a8a247", "#bbb44c", "#cec652"] },
  ],
};
