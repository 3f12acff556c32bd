/** A point or a vector, as it is returned. y is up. */
export interface Point { x: number; y: number }
/** A point or a vector, as it may be passed in. A typed array holds two numbers. */
export type PointLike = Point | readonly [number, number] | Float32Array | Float64Array;
/** A ball or a body: a number. A stale one finds nothing, never another body. TypeScript keeps apart the ids of what is not alike. */
export type BodyId = number & { readonly __kind?: "body" };
export type ShapeId = number & { readonly __kind?: "shape" };
export type LinkId = number & { readonly __kind?: "link" };
export type FieldId = number & { readonly __kind?: "field" };
export type BodyType = "ball" | "fixed" | "kinematic" | "hinge" | "slider";

/** Settings of a world. */
export interface Config {
  /** Length units per second squared. Default (0, -9.81). */
  gravity?: PointLike;
  /** Most substeps of a step, 1 to 64. Default 8. */
  maxSubsteps?: number;
  contactFrequency?: number;
  contactDampingRatio?: number;
  maxPushSpeed?: number;
  slop?: number;
  maxPenetration?: number;
  maxInelasticImpacts?: number;
  maxImpacts?: number;
  /** Most events of each kind that a step reports. */
  maxEvents?: number;
  maxSpeed?: number;
  /** `outOfBounds()` lists the balls that leave it. */
  bounds?: { min: PointLike; max: PointLike };
  stuckAfter?: number;
  stuckRadius?: number;
  /** Speed up to which a ball on level ground counts as at rest, as a share of the root of pull times radius, 0 to 0.1. Default 0.025. */
  sleepSpeed?: number;
  /** Seed of scattered bounces, a whole number from 0 to 2^32 - 1. */
  seed?: number;
}

/** A surface. Two meet by the geometric mean of restitution and of friction. */
export interface Material {
  /** Rebound speed over approach speed, 0 to 2. Default 0.5. */
  restitution?: number;
  /** Friction coefficient, 0 to 100. Default 0.3. */
  friction?: number;
  staticFriction?: number;
  /** 0 to 10; steel on wood is about 0.005. Default 0. */
  rollingResistance?: number;
  /** Speed of the surface along its tangent (a conveyor belt), length units per second. */
  surfaceSpeed?: number;
  /** Speed that an impact adds along the normal (a bumper), length units per second. */
  kick?: number;
  /** Approach speed from which an impact kicks. */
  kickThreshold?: number;
  kickProfile?: "even" | "slingshot";
  /** Largest angle by which a bounce is thrown off its way, radians, 0 to 1.5. */
  scatterAngle?: number;
  /** Speed at which restitution has fallen to half. */
  restitutionHalfAt?: number;
  /** Restitution by approach speed: up to 8 points (speed, restitution). */
  restitutionCurve?: PointLike[];
  /** Number by which `setMaterialPair` knows this material. */
  pairId?: number;
}

/**
 * What meets what: each one's category must be in the other's mask; a common group overrules. Category and mask are 32
 * bits: `1 << 31` and `~BALLS` are taken as they are.
 */
export interface Filter { category?: number; mask?: number; group?: number }

export interface BallOptions {
  position?: PointLike;
  /** 1e-6 to 1e6 length units. */
  radius: number;
  velocity?: PointLike;
  angle?: number;
  angularVelocity?: number;
  /** 1e-12 to 1e12. Default pi r^2. */
  mass?: number;
  /** Inertia 2/5 m r^2 in place of a disc's 1/2 m r^2, and rolls on a floor. */
  sphere?: boolean;
  inertiaFactor?: number;
  rollingVelocity?: PointLike;
  gravityScale?: number;
  material?: Material;
  filter?: Filter;
  /** Anything the game wants to find again: a whole number up to 2^53 - 1. */
  userData?: number;
}

/** What lines and arcs may have. */
interface Thick {
  /** Half of its thickness, 0 to 1e6 length units. */
  thickness?: number;
}
interface Sided {
  /** On which side it stops balls, seen along its direction. Default both. */
  side?: "both" | "left" | "right";
}
interface Filled {
  /**
   * Walls around a room; `solid: true` makes it a block. It stops balls from outside, lets out one that starts inside, and
   * has no `side`. It must be closed: a polyline or a path by `closed: true`, an arc by a sweep of 2 pi. Default false.
   */
  solid?: boolean;
}
interface ShapeCommon {
  /** Notices balls and does not stop them. */
  sensor?: boolean;
  material?: Material;
  filter?: Filter;
  userData?: number;
}
export type PathLeg =
  | { line: PointLike }
  | { tangent: PointLike }
  | { arc: PointLike; through: PointLike }
  | { arc: PointLike; angle: number };
export type ShapeOptions = ShapeCommon & (
  | { type: "circle"; center?: PointLike; radius: number }
  | ({ type: "segment"; a: PointLike; b: PointLike } & Thick & Sided)
  | ({ type: "capsule"; a: PointLike; b: PointLike; radius: number } & Sided)
  | ({ type: "arc"; center?: PointLike; radius: number; start: number; sweep: number } & Thick & Sided & Filled)
  | ({ type: "polyline"; points: PointLike[]; closed?: boolean } & Thick & Sided & Filled)
  | ({ type: "path"; start: PointLike; legs: PathLeg[]; closed?: boolean } & Thick & Sided & Filled)
  | ({ type: "box"; min: PointLike; max: PointLike } & Thick & Sided & Filled)
  | ({ type: "halfPlane"; point?: PointLike; normal: PointLike } & Thick)
);

export type Motor = null | { force: number } | { velocity: number; maxForce: number };
interface BodyCommon { position?: PointLike; angle?: number; userData?: number; shapes?: ShapeOptions[] }
interface JointCommon {
  gravityScale?: number;
  jointPosition?: number;
  jointVelocity?: number;
  /** Share of its speed with which it comes back from a limit, 0 to 1. */
  limitRestitution?: number;
  motor?: Motor;
  torqueCurve?: PointLike[];
  speedCurve?: PointLike[];
  stiffness?: number;
  springRest?: number;
  damping?: number;
  friction?: number;
}
export type BodyOptions = BodyCommon & (
  | { type?: "fixed" }
  | { type: "kinematic"; velocity?: PointLike; angularVelocity?: number }
  | ({ type: "hinge"; inertia: number; mass?: number; centerOfMass?: PointLike; limits?: [number, number] } & JointCommon)
  | ({ type: "slider"; axis: PointLike; mass: number; limits: [number, number] } & JointCommon)
);

/** The id of a ball, a point of the world, or a point of a body in its own frame. */
export type LinkEnd = BodyId | PointLike | { body: BodyId; point?: PointLike };
export type LinkOptions = { a: LinkEnd; b: LinkEnd; length: number; damping?: number; limits?: [number, number] } & (
  | { type: "rod" | "rope" }
  | { type: "spring"; stiffness: number }
);

export type Region =
  | { center?: PointLike; radius: number }
  | { center?: PointLike; half: PointLike; angle?: number }
  | { min: PointLike; max: PointLike };
export interface FieldOptions {
  acceleration?: PointLike;
  drag?: number;
  flow?: PointLike;
  attractor?: { center: PointLike; strength: number; softening: number };
  region?: Region;
  mask?: number;
}
export interface FloorOptions {
  gravity?: number;
  slidingFriction?: number;
  rollingFriction?: number;
  spinningFriction?: number;
  cushionHeight?: number;
}
export interface FloorZoneOptions {
  region: Region;
  slidingFriction?: number;
  rollingFriction?: number;
  spinningFriction?: number;
}

/** A bounce. `bodyB` is a ball; `bodyA` the other ball, or the body of `shapeA`. The normal points from a to b. */
export interface Impact {
  bodyA: BodyId;
  shapeA?: ShapeId;
  bodyB: BodyId;
  point: Point;
  normal: Point;
  /** Length units per second. */
  approachSpeed: number;
  /** Mass units times length units per second: what a sound scales with. */
  normalImpulse: number;
  tangentImpulse: number;
  /** Seconds since the start of the step. */
  time: number;
}
export interface ContactPair { bodyA: BodyId; shapeA?: ShapeId; bodyB: BodyId }
export interface Contact extends ContactPair { point: Point; normal: Point; separation: number; normalImpulse: number }
export interface SensorEvent { ball: BodyId; body: BodyId; shape: ShapeId; time: number }
export interface JointLimitHit { body: BodyId; limit: "lower" | "upper"; speed: number; time: number }
export interface LinkTaut { link: LinkId; speed: number; time: number }
export interface CastHit { body: BodyId; shape?: ShapeId; point: Point; normal: Point; fraction: number }
export interface ClosestPoint { body: BodyId; shape?: ShapeId; point: Point; distance: number }
export interface PredictOptions {
  /** A ball of the world, or one that is only described. */
  ball: BodyId | BallOptions;
  velocity?: PointLike;
  seconds?: number;
  dt?: number;
  bounces?: number;
  includeBalls?: boolean;
}
export interface Prediction {
  /** x, y and time of each point of the path. */
  points: Float32Array;
  impacts: Impact[];
  end: "ball" | "bounces" | "bounds" | "time";
}
export interface PictureOptions {
  /** Pixels, a whole number from 16 to 16384. Default 640. */
  width?: number;
  /** As the width. */
  height?: number;
  dark?: boolean;
  title?: string;
  contacts?: boolean;
}

/** The hardest hit on a part within a step. */
export interface PartHit { ball: BodyId; point: Point; speed: number; impulse: number; time: number }
export interface FlipperOptions {
  side: "left" | "right";
  pivot: PointLike;
  rest?: number; raised?: number; length?: number; baseRadius?: number; tipRadius?: number; inertia?: number;
  torque?: number; start?: number; hold?: number; holdSpeed?: number; switch?: number; spring?: [number, number];
  stopRestitution?: number; delay?: number; material?: Material;
}
export interface FlipperState { angle: number; rate: number; pressed: boolean; powered: boolean; raised: boolean; hit?: PartHit }
export interface PlungerOptions {
  tip: PointLike;
  direction: PointLike;
  travel?: number; mass?: number; stiffness?: number; preload?: number; friction?: number; stopRestitution?: number;
  drawSpeed?: number; halfWidth?: number; material?: Material;
}
export interface PlungerState { pulled: number; speed: number; released: boolean; hit?: PartHit }
export interface BumperOptions { center: PointLike; radius?: number; kick?: number; threshold?: number; flash?: number; material?: Material }
export interface BandOptions { a: PointLike; b: PointLike; radius?: number; kick?: number; threshold?: number; flash?: number; material?: Material }
export interface TargetOptions { a: PointLike; b: PointLike; radius?: number; threshold?: number; material?: Material }
export interface LightState { hits: number; lit: boolean; hit?: PartHit }
export interface GateOptions {
  pivot: PointLike;
  end: PointLike;
  clockwise?: boolean;
  opening?: number; radius?: number; inertia?: number; preload?: number; stiffness?: number; damping?: number;
  stopRestitution?: number; material?: Material;
}
export interface GateState { open: number; opened: boolean; hit?: PartHit }
export interface SpinnerOptions {
  pivot: PointLike;
  angle?: number; halfLength?: number; radius?: number; inertia?: number; friction?: number; damping?: number; material?: Material;
}
export interface SpinnerState { angle: number; rate: number; clicks: number; total: number; hit?: PartHit }
export interface DropTargetState { down: boolean; fell: boolean; hit?: PartHit }
export interface RolloverState { hits: number; pressed: boolean; lit: boolean }
export interface KickerOptions { center: PointLike; eject: PointLike; radius?: number; catchSpeed?: number }
export interface KickerState { ball?: BodyId; caught: boolean; ejected: boolean }
export interface SeesawOptions {
  pivot: PointLike;
  halfLength?: number; radius?: number; tilt?: number; inertia?: number; mass?: number; center?: number; friction?: number;
  damping?: number; stopRestitution?: number; material?: Material;
}
export interface SeesawState { angle: number; rate: number; hit?: PartHit }
export interface RampOptions { mouths: { a: PointLike; b: PointLike }[]; on: Filter; off: Filter }

/** What `Stage.fromJson` and `Stage.fromRon` throw: where in the text, and what might have been meant. */
export interface SceneError extends Error { line: number; column: number; path: string; help?: string }
