/** A point or a vector, as it is returned. y is up. */
export interface Point {
  /** To the right, length units. */
  x: number;
  /** Upwards, length units. */
  y: number;
}
/** A point or a vector, as it may be passed in. A typed array holds two numbers. */
export type PointLike = Point | readonly [number, number] | Float32Array | Float64Array;
/** A ball or a body: a number. A stale one finds nothing, never another body. TypeScript tells ids of different kinds apart. */
export type BodyId = number & { readonly __kind?: "body" };
export type ShapeId = number & { readonly __kind?: "shape" };
export type LinkId = number & { readonly __kind?: "link" };
export type FieldId = number & { readonly __kind?: "field" };
export type BodyType = "ball" | "fixed" | "kinematic" | "hinge" | "slider";

/** Settings of a world. Lengths are in length units (metres by default), times in seconds. */
export interface Config {
  /** Acceleration of free balls, length units per second squared. Default (0, -9.81). */
  gravity?: PointLike;
  /** Most substeps of a step, a whole number from 1 to 64. More make stacks stiffer. Default 8. */
  maxSubsteps?: number;
  /** Highest frequency of a contact spring as a share of the rate of `maxSubsteps`, 0.01 to 0.5. Lower is softer. Default 0.25. */
  contactFrequency?: number;
  /** Damping ratio of the contact spring, 0.1 to 100. Default 50. */
  contactDampingRatio?: number;
  /** Largest speed at which overlap is pushed apart, radii per step, 0.001 to 1000. Default 0.1. */
  maxPushSpeed?: number;
  /** Depth at which a resting contact is left alone, radii, 1e-5 to 0.05. Default 0.002. */
  slop?: number;
  /** Hard limit of penetration, radii, 0.01 to 0.5. Default 0.1. */
  maxPenetration?: number;
  /** Inelastic impacts of a ball within a substep before further ones are left to the contact solver, 1 to 1e6. Default 8. */
  maxInelasticImpacts?: number;
  /** Work on impacts in a step before balls that are struck again and again are stopped for the rest of it, 16 to 1e9. Default 200 000. */
  maxWork?: number;
  /** Most events of each kind that a step reports, 1000 to 1e9. Default 1 000 000. */
  maxEvents?: number;
  /** Speed above which no ball flies, length units per second, at least 1e-6. Default: none. */
  maxSpeed?: number;
  /** `outOfBounds()` lists the balls whose centres leave it. Default: none. */
  bounds?: {
    /** Lower left corner, length units. */
    min: PointLike;
    /** Upper right corner, length units. */
    max: PointLike;
  };
  /** A box that repeats without end: balls that leave it come in on the other side. Along an axis on which `min` and `max` agree nothing repeats. Default: none. */
  periodic?: {
    /** Lower left corner, length units. */
    min: PointLike;
    /** Upper right corner, length units. */
    max: PointLike;
  };
  /** Seconds after which `stuck()` lists a ball that hardly moves, at least 1e-6. Default: never. */
  stuckAfter?: number;
  /** How far a ball may go and still count as stuck, radii, 0 to 1e6. Default 0.1. */
  stuckRadius?: number;
  /** Speed up to which a ball on level ground counts as at rest, as a share of the root of pull times radius, 0 to 0.1. Default 0.025. */
  sleepSpeed?: number;
  /** Seed of scattered bounces, a whole number from 0 to 2^32 - 1. Default 0. */
  seed?: number;
}

/** A surface. Two meet by the geometric mean of restitution and of friction. */
export interface Material {
  /** Rebound speed over approach speed, 0 to 2. Default 0.5. */
  restitution?: number;
  /** Friction coefficient of surfaces that slide, 0 to 100. Default 0.3. */
  friction?: number;
  /** Friction coefficient of surfaces that do not slide yet, 0 to 100. Default: that of friction. */
  staticFriction?: number;
  /** Torque against rolling over normal force times radius, 0 to 10; steel on wood is about 0.005. Default 0. */
  rollingResistance?: number;
  /** Speed of the surface to the left of its outward normal (a conveyor belt), length units per second, up to 1e6. Default 0. */
  surfaceSpeed?: number;
  /** Speed that an impact adds along the normal (a bumper), length units per second, 0 to 1e6. Default 0. */
  kick?: number;
  /** Approach speed from which an impact kicks, length units per second, 0 to 1e6. Default 0. */
  kickThreshold?: number;
  /** Whether the kick is the same everywhere, or full in the middle and none at the ends. Default "even". */
  kickProfile?: "even" | "slingshot";
  /** Largest angle by which a bounce is thrown off its way, radians, 0 to 1.5. Default 0. */
  scatterAngle?: number;
  /** Approach speed at which restitution has fallen to half, length units per second. Default: it does not fall. */
  restitutionHalfAt?: number;
  /** Restitution by approach speed: 1 to 8 points (speed, restitution), speeds ascending. Default: the same at all speeds. */
  restitutionCurve?: PointLike[];
  /** Number by which `setMaterialPair` knows this material, a whole number from 1 to 2^32 - 1; 0 is none. Default 0. */
  pairId?: number;
}

/**
 * A collision filter: each one's category must be in the other's mask; a common group overrules. Category and mask are 32
 * bits: `1 << 31` and `~BALLS` are valid as they are.
 */
export interface Filter {
  /** Bits of its own categories. Default 1. */
  category?: number;
  /** Bits of the categories that it meets. Default: all. */
  mask?: number;
  /** Members of the same group above 0 always meet, members of the same group below 0 never. Default 0: none. */
  group?: number;
}

/** A ball: a disc or a sphere. */
export interface BallOptions {
  /** Centre, length units. Default (0, 0). */
  position?: PointLike;
  /** Length units, 1e-6 to 1e6. */
  radius: number;
  /** Length units per second. Default (0, 0). */
  velocity?: PointLike;
  /** Radians, counter-clockwise. Default 0. */
  angle?: number;
  /** Radians per second, counter-clockwise. Default 0. */
  angularVelocity?: number;
  /** Mass units, 1e-12 to 1e12. Default pi r^2. */
  mass?: number;
  /** Inertia 2/5 m r^2 in place of a disc's 1/2 m r^2, and rolls on a floor. Default false. */
  sphere?: boolean;
  /** Moment of inertia over mass times radius squared, 0.01 to 1. Default 0.5, of a sphere 0.4. */
  inertiaFactor?: number;
  /** No contact turns it: a figure that is drawn upright. Default false. */
  noRotation?: boolean;
  /** Spin about the axes in the plane as the velocity at which it would roll on a floor, length units per second. Default (0, 0). */
  rollingVelocity?: PointLike;
  /** Factor on gravity, -1000 to 1000. Default 1. */
  gravityScale?: number;
  /** How quickly its speed fades, per second, 0 to 1e6. Default 0. */
  drag?: number;
  /** Speed above which it does not fly, length units per second, at least 1e-6. Default: none. */
  maxSpeed?: number;
  /** Its surface. Default: restitution 0.5, friction 0.3. */
  material?: Material;
  /** Its collision filter. Default: everything. */
  filter?: Filter;
  /** Anything the game wants to find again: a whole number up to 2^53 - 1. Default 0. */
  userData?: number;
}

/** Fields of lines and arcs. */
interface Thick {
  /** Half of its thickness, 0 to 1e6 length units: with 0.02 a wall is 0.04 thick. Default 0. */
  thickness?: number;
}
interface Sided {
  /** On which side it stops balls, seen along its direction. Default "both". */
  side?: "both" | "left" | "right";
}
interface Filled {
  /**
   * Walls around a room; `solid: true` makes it a block. It stops balls from outside, pushes out one that starts inside,
   * and has no `side`. It must be closed: a polyline or a path by `closed: true`, an arc by a sweep of 2 pi. Default false.
   */
  solid?: boolean;
}
interface ShapeCommon {
  /** Notices balls and does not stop them. Default false. */
  sensor?: boolean;
  /** With `sensor: true`: looks for the centres of balls, of every ball, in place of their edges: a goal. Default false. */
  centers?: boolean;
  /** Its surface. Default: restitution 0.5, friction 0.3. */
  material?: Material;
  /** Its collision filter. Default: everything. */
  filter?: Filter;
  /** Anything the game wants to find again: a whole number up to 2^53 - 1. Default 0. */
  userData?: number;
}
/** A leg of a path from where the last one ended. */
export type PathLeg =
  | {
    /** Straight to this point. */
    line: PointLike;
  }
  | {
    /** By an arc that begins in the direction of the last leg. */
    tangent: PointLike;
  }
  | {
    /** By an arc to this point. */
    arc: PointLike;
    /** A point that the arc goes through. */
    through: PointLike;
  }
  | {
    /** By an arc to this point. */
    arc: PointLike;
    /** Angle of the arc, radians; counter-clockwise if positive, at most 2 pi. */
    angle: number;
  };
interface CircleShape {
  /** The kind. */
  type: "circle";
  /** Length units, in the frame of the body. Default (0, 0). */
  center?: PointLike;
  /** Length units, 0 to 1e6. */
  radius: number;
}
interface SegmentShape extends Thick, Sided {
  /** The kind. */
  type: "segment";
  /** One end, length units. */
  a: PointLike;
  /** The other end, length units. */
  b: PointLike;
}
interface CapsuleShape extends Sided {
  /** The kind. */
  type: "capsule";
  /** Middle of one round end, length units. */
  a: PointLike;
  /** Middle of the other, length units. */
  b: PointLike;
  /** Half of its thickness, 0 to 1e6 length units. */
  radius: number;
}
interface ArcShape extends Thick, Sided, Filled {
  /** The kind. */
  type: "arc";
  /** Length units. Default (0, 0). */
  center?: PointLike;
  /** Length units, 1e-6 to 1e6. */
  radius: number;
  /** Angle at which it begins, radians, counter-clockwise from +x. */
  start: number;
  /** Angle over which it goes, radians, more than 0 and at most 2 pi. */
  sweep: number;
}
interface PolylineShape extends Thick, Sided, Filled {
  /** The kind. */
  type: "polyline";
  /** Two corners or more, length units. */
  points: PointLike[];
  /** Whether it comes back to its first point. Default false. */
  closed?: boolean;
}
interface PathShape extends Thick, Sided, Filled {
  /** The kind. */
  type: "path";
  /** Where it begins, length units. */
  start: PointLike;
  /** One leg or more. */
  legs: PathLeg[];
  /** Whether it comes back to its start. Default false. */
  closed?: boolean;
}
interface BoxShape extends Thick, Sided, Filled {
  /** The kind. */
  type: "box";
  /** Lower left corner, length units. */
  min: PointLike;
  /** Upper right corner, length units. */
  max: PointLike;
}
interface HalfPlaneShape extends Thick {
  /** The kind. */
  type: "halfPlane";
  /** A point of its edge, length units. Default (0, 0). */
  point?: PointLike;
  /** Points away from the solid side; its length does not matter. */
  normal: PointLike;
}
/** A shape: its kind in `type`, the fields of that kind, and those of all shapes. */
export type ShapeOptions = ShapeCommon &
  (CircleShape | SegmentShape | CapsuleShape | ArcShape | PolylineShape | PathShape | BoxShape | HalfPlaneShape);

/** The motor of a hinge (radians, torque) or a slider (length units, force); `null` is none. */
export type Motor =
  | null
  | {
    /** Torque, or force, -1e12 to 1e12. */
    force: number;
  }
  | {
    /** Speed that it keeps, radians or length units per second. */
    velocity: number;
    /** Largest torque or force that it takes for that, 0 to 1e12. */
    maxForce: number;
  };
interface BodyCommon {
  /** Origin of its frame, length units. Default (0, 0). */
  position?: PointLike;
  /** Turn of its frame, radians. Default 0. */
  angle?: number;
  /** Anything the game wants to find again: a whole number up to 2^53 - 1. Default 0. */
  userData?: number;
  /** Its shapes, in its frame. Default: none. */
  shapes?: ShapeOptions[];
}
/** A coordinate is the angle of a hinge, radians, or the way of a slider, length units. */
interface JointCommon {
  /** Factor on gravity, -1000 to 1000. Default 1. */
  gravityScale?: number;
  /** Coordinate at the start, -1e8 to 1e8. Default 0. */
  jointPosition?: number;
  /** Speed at the start, coordinate per second. Default 0. */
  jointVelocity?: number;
  /** Share of its speed with which it comes back from a limit, 0 to 1. Default 0. */
  limitRestitution?: number;
  /** Its motor. Default null. */
  motor?: Motor;
  /** How strong the motor is: points (coordinate, factor), ascending. Default: 1 everywhere. */
  torqueCurve?: PointLike[];
  /** How fast a motor with a speed is to run: points (coordinate, factor), ascending. Default: 1 everywhere. */
  speedCurve?: PointLike[];
  /** Stiffness of its spring, torque per radian or force per length unit, 0 to 1e12. Default 0. */
  stiffness?: number;
  /** Coordinate at which the spring is slack. Default 0. */
  springRest?: number;
  /** Torque or force per speed that slows it, 0 to 1e12. Default 0. */
  damping?: number;
  /** Torque or force of dry friction, 0 to 1e12. Default 0. */
  friction?: number;
}
interface FixedBody {
  /** Default "fixed". */
  type?: "fixed";
}
interface KinematicBody {
  /** Goes where the game sends it; nothing stops it. */
  type: "kinematic";
  /** Length units per second. Default (0, 0). */
  velocity?: PointLike;
  /** Radians per second, counter-clockwise. Default 0. */
  angularVelocity?: number;
}
interface HingeBody extends JointCommon {
  /** Turns about its position. */
  type: "hinge";
  /** Moment of inertia about its position, mass units times length units squared, 1e-12 to 1e12. */
  inertia: number;
  /** Mass on which gravity acts, 0 to 1e12. Default 0: in balance. */
  mass?: number;
  /** Centre of mass in its frame, length units. Default (0, 0). */
  centerOfMass?: PointLike;
  /** Lowest and highest angle, radians. Default: none. */
  limits?: [number, number];
}
interface SliderBody extends JointCommon {
  /** Moves along an axis through its position. */
  type: "slider";
  /** Direction in which its way grows; its length does not matter. */
  axis: PointLike;
  /** Mass units, 1e-12 to 1e12. */
  mass: number;
  /** Lowest and highest way, length units. */
  limits: [number, number];
}
/** A body: its kind in `type`, fixed if there is none, the fields of that kind, and those of all bodies. */
export type BodyOptions = BodyCommon & (FixedBody | KinematicBody | HingeBody | SliderBody);

/** The id of a ball, a point of the world, or a point of a body in its own frame. */
export type LinkEnd =
  | BodyId
  | PointLike
  | {
    /** A body that carries shapes. It does not feel the link. */
    body: BodyId;
    /** In its frame, length units. Default (0, 0). */
    point?: PointLike;
  };
interface LinkCommon {
  /** One end. */
  a: LinkEnd;
  /** The other end. */
  b: LinkEnd;
  /** Length of a rod, most length of a rope, rest length of a spring: length units, at least 1e-6. */
  length: number;
  /** Force per speed of its length, mass units per second, 0 to 1e12. Default 0. */
  damping?: number;
  /** Shortest and longest length, length units. Default: a rod's length, 0 to a rope's, none of a spring. */
  limits?: [number, number];
}
interface RodOrRope {
  /** A rod pulls and pushes; a rope only pulls. */
  type: "rod" | "rope";
}
interface SpringLink {
  /** The kind. */
  type: "spring";
  /** Force per length unit, 0 to 1e12. */
  stiffness: number;
}
/** A link: its kind in `type`, the fields of that kind, and those of all links. */
export type LinkOptions = LinkCommon & (RodOrRope | SpringLink);

/** A disc, a rectangle that may be turned, or a rectangle along the axes. Lengths in length units. */
export type Region =
  | {
    /** Default (0, 0). */
    center?: PointLike;
    /** Its radius. */
    radius: number;
  }
  | {
    /** Default (0, 0). */
    center?: PointLike;
    /** Half of its width and height. */
    half: PointLike;
    /** Radians, counter-clockwise. Default 0. */
    angle?: number;
  }
  | {
    /** Lower left corner. */
    min: PointLike;
    /** Upper right corner. */
    max: PointLike;
  };
/** A field acts on the balls whose centres are in its region. */
export interface FieldOptions {
  /** Added to all balls, length units per second squared, at most 1e8. Default (0, 0). */
  acceleration?: PointLike;
  /** How quickly the speed against the medium fades, per second, 0 to 1e6. Default 0. */
  drag?: number;
  /** Velocity of the medium, length units per second, if there is drag. Default (0, 0). */
  flow?: PointLike;
  /** Pulls to a point by the inverse square of the distance. Default: none. */
  attractor?: {
    /** Length units. */
    center: PointLike;
    /** Acceleration times distance squared; negative pushes away. */
    strength: number;
    /** Distance within which the pull fades, length units. */
    softening: number;
  };
  /** Where it acts. Default: everywhere. */
  region?: Region;
  /** Categories of balls on which it acts, 32 bits. Default: all. */
  mask?: number;
}
/** Ground under a game that is seen from above: spheres slide, roll and spin on it. */
export interface FloorOptions {
  /** Pull towards the floor, length units per second squared, 0 to 1e6. Default 9.81. */
  gravity?: number;
  /** Friction of a ball that slides, 0 to 10. Default 0.2. */
  slidingFriction?: number;
  /** Slowing of a ball that rolls, as a share of gravity, 0 to 10. Default 0.01. */
  rollingFriction?: number;
  /** Slowing of the spin about the upright axis, 0 to 10. Default 0.0117. */
  spinningFriction?: number;
  /** Height of the cushions' noses above the floor, length units, 0 to 1e6; 0 for that of a ball's centre. Default 0. */
  cushionHeight?: number;
}
/** A part of a floor with a surface of its own. */
export interface FloorZoneOptions {
  /** The area. A ball is in it while its centre is. */
  region: Region;
  /** As the floor's. Default 0.2. */
  slidingFriction?: number;
  /** As the floor's. Default 0.01. */
  rollingFriction?: number;
  /** As the floor's. Default 0.0117. */
  spinningFriction?: number;
}

/** A bounce, or a landing without one. `bodyB` is a ball; `bodyA` the other ball, or the body of `shapeA`. The normal points from a to b. */
export interface Impact {
  /** The other ball, or the body of the shape. */
  bodyA: BodyId;
  /** The shape that the ball bounced off; `undefined` between two balls. */
  shapeA?: ShapeId;
  /** The ball. */
  bodyB: BodyId;
  /** Where the surfaces met, length units. */
  point: Point;
  /** From a to b, of length 1. */
  normal: Point;
  /** Speed along the normal at which they met, length units per second. */
  approachSpeed: number;
  /** Impulse along the normal, mass units times length units per second: a measure for the volume of a sound. */
  normalImpulse: number;
  /** Impulse of friction, in the same units; its sign tells the direction. */
  tangentImpulse: number;
  /** Seconds since the start of the step. */
  time: number;
}
/** A pair in contact. */
export interface ContactPair {
  /** The other ball, or the body of the shape. */
  bodyA: BodyId;
  /** The shape of `bodyA`; `undefined` between two balls. */
  shapeA?: ShapeId;
  /** A ball. */
  bodyB: BodyId;
}
export interface Contact extends ContactPair {
  /** Where the surfaces meet, length units. */
  point: Point;
  /** From a to b, of length 1. */
  normal: Point;
  /** Gap of the surfaces, length units; negative where they overlap. */
  separation: number;
  /** Impulse along the normal in the step, mass units times length units per second. */
  normalImpulse: number;
}
export interface SensorEvent {
  /** The ball that entered or left. */
  ball: BodyId;
  /** The body of the sensor. */
  body: BodyId;
  /** The sensor. */
  shape: ShapeId;
  /** Seconds since the start of the step. */
  time: number;
  /** The centre of the ball then, length units. */
  position: Point;
  /** Its velocity then, length units per second. */
  velocity: Point;
}
export interface JointLimitHit {
  /** The hinge or slider. */
  body: BodyId;
  /** The limit that it reached. */
  limit: "lower" | "upper";
  /** Speed at which it reached the limit, radians or length units per second. */
  speed: number;
  /** Seconds since the start of the step. */
  time: number;
}
export interface LinkTaut {
  /** The rope. */
  link: LinkId;
  /** Speed of its length when it became taut, length units per second. */
  speed: number;
  /** Seconds since the start of the step. */
  time: number;
}
/** A ball that a moving body would have crushed. The step has stopped the body, or the ball. */
export interface Crushed {
  /** The ball. */
  ball: BodyId;
  /** The body that moves onto it; `undefined` if none that moves touches it. */
  mover?: BodyId;
  /** The ball or body that it is pressed against; `undefined` if it touches nothing else. */
  against?: BodyId;
  /** Whether the ball was stopped; else it was the mover. */
  frozen: boolean;
  /** Where the ball's centre was, length units. */
  point: Point;
  /** Seconds since the start of the step. */
  time: number;
}
export interface CastHit {
  /** The object that was met. */
  body: BodyId;
  /** `undefined` for a ball. */
  shape?: ShapeId;
  /** Where it met the surface, length units. */
  point: Point;
  /** Outwards, of length 1. */
  normal: Point;
  /** Share of the way up to there, 0 to 1. */
  fraction: number;
}
/** Force and torque of contacts on a body or a ball. */
export interface Load {
  /** Sum of their forces, friction included, mass units times length units per second squared. */
  force: Point;
  /** About the origin of a body or the centre of a ball, force times length units; positive turns counter-clockwise. */
  torque: number;
}
export interface ClosestPoint {
  /** The nearest object. */
  body: BodyId;
  /** `undefined` for a ball. */
  shape?: ShapeId;
  /** The nearest point of its surface, length units. */
  point: Point;
  /** Distance of the given point from its surface, length units; negative inside. */
  distance: number;
}
export interface PredictOptions {
  /** A ball of the world, or one that is only described. */
  ball: BodyId | BallOptions;
  /** In place of the ball's own, length units per second. */
  velocity?: PointLike;
  /** How far ahead, seconds, up to 100 000 steps. Default 5. */
  seconds?: number;
  /** Length of the steps that are taken, seconds, 1e-5 to 1. Default 1/60. */
  dt?: number;
  /** Most bounces. Default 10. */
  bounces?: number;
  /** Whether it ends at another ball; else it flies through. Default true. */
  includeBalls?: boolean;
}
export interface Prediction {
  /** x, y and time of each point of the path. */
  points: Float32Array;
  /** Bounces on the way, in the order of time. */
  impacts: Impact[];
  /** The reason for its end. */
  end: "ball" | "bounces" | "bounds" | "time";
}
/** The way of one ball. */
export interface PredictedPath {
  /** The ball. */
  ball: BodyId;
  /** x, y and time of each point of its way: length units, and seconds from now. */
  points: Float32Array;
}
/** The ways of all balls that move. */
export interface PredictedPaths {
  /** The ball of the query. One that is only described has an id by which only these paths know it. */
  shot: BodyId;
  /** A way for each ball that moves, in the order in which they begin to. */
  paths: PredictedPath[];
  /** Bounces of all balls, in the order of time; `time` is in seconds from now. */
  impacts: Impact[];
}
export interface PictureOptions {
  /** Pixels, a whole number from 16 to 16384. Default 640. */
  width?: number;
  /** Pixels, as the width. Default 640. */
  height?: number;
  /** On dark ground. Default false. */
  dark?: boolean;
  /** A headline. Default: none. */
  title?: string;
  /** Marks contacts. Default false. */
  contacts?: boolean;
}

/** The hardest hit on a part within a step. */
export interface PartHit {
  /** The ball that hit it. */
  ball: BodyId;
  /** Where, metres. */
  point: Point;
  /** Approach speed, metres per second. */
  speed: number;
  /** Along the normal, kilogram metres per second. */
  impulse: number;
  /** Seconds since the start of the step. */
  time: number;
}
/**
 * A flipper. All parts share one protocol: `new Part(world, ..., options)` builds it; a driven part has
 * `update(world, ..., dt)` before `world.step(dt)`; all have `read(world, ...)` after it, which gives their state.
 * `snapshot`, `restore` and `clone` keep the part's own state. Figures are in metres, kilograms, seconds.
 */
export interface FlipperOptions {
  /** Which way it points: a left one to the right. */
  side: "left" | "right";
  /** Axis of the shaft, metres. */
  pivot: PointLike;
  /** Angle at rest, radians, -100 to 100. Default -0.541; at the right mirrored. */
  rest?: number;
  /** Angle at the end of the stroke, radians, 0.001 to 6 from rest. Default 0.349; at the right mirrored. */
  raised?: number;
  /** From the pivot to the middle of the tip, metres. Default 0.0608. */
  length?: number;
  /** Radius about the pivot, metres. Default 0.0116. */
  baseRadius?: number;
  /** Radius of the tip, metres. Default 0.007. */
  tipRadius?: number;
  /** Moment of inertia about the pivot, kg m^2. Default 1.3e-4. */
  inertia?: number;
  /** Torque of the coil at the switch, newton metres, 0 to 1e6. Default 1.05. */
  torque?: number;
  /** Torque of the coil at the start of the stroke, as a share of that at the switch, 0 to 1. Default 0.4. */
  start?: number;
  /** Torque of the hold winding, newton metres, 0 to 1e6. Default 0.75. */
  hold?: number;
  /** Speed at which the hold winding lets the bat come back, radians per second, 0 to 1e6. Default 1. */
  holdSpeed?: number;
  /** Angle before the end of the stroke at which the switch opens, radians. Default 0.15. */
  switch?: number;
  /** Torque of the return spring at rest and at the end, newton metres, 0 to 1e6. Default [0.024, 0.032]. */
  spring?: [number, number];
  /** Share of its speed that the bat keeps at a stop, 0 to 1. Default 0.2. */
  stopRestitution?: number;
  /** Delay from the button to the coil, seconds, 0 to 1e6. Default 0.002. */
  delay?: number;
  /** Its rubber. Default: restitution 0.4, friction 0.6. */
  material?: Material;
}
export interface FlipperState {
  /** Radians. */
  angle: number;
  /** Radians per second. */
  rate: number;
  /** Whether the button is pressed. */
  pressed: boolean;
  /** Whether the coil pulls: a delay later. */
  powered: boolean;
  /** Whether it is at the end of its stroke. */
  raised: boolean;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface PlungerOptions {
  /** Middle of the tip at rest, metres. */
  tip: PointLike;
  /** Direction of the shot; its length does not matter. */
  direction: PointLike;
  /** How far back it may be drawn, metres. Default 0.05. */
  travel?: number;
  /** Mass of rod, tip and knob, kilograms. Default 0.1. */
  mass?: number;
  /** Stiffness of the spring, newtons per metre. Default 600. */
  stiffness?: number;
  /** Force of the spring at rest, newtons. Default 0.2. */
  preload?: number;
  /** Friction of the rod, newtons. Default 0. */
  friction?: number;
  /** Share of its speed with which the rod comes back from its stop, 0 to 1. Default 0.2. */
  stopRestitution?: number;
  /** Speed of drawing back, metres per second. Default 0.25. */
  drawSpeed?: number;
  /** Half the width of the tip, metres. Default 0.01. */
  halfWidth?: number;
  /** Its surface. Default: restitution 0.3, friction 0.2. */
  material?: Material;
}
export interface PlungerState {
  /** How far it is drawn, as a share of its travel, 0 to 1. */
  pulled: number;
  /** Speed of the rod in the direction of the shot, metres per second. */
  speed: number;
  /** Whether it was released in this step. */
  released: boolean;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface BumperOptions {
  /** Metres. */
  center: PointLike;
  /** Metres. Default 0.0243. */
  radius?: number;
  /** Speed that the coil adds, metres per second. Default 0.81. */
  kick?: number;
  /** Approach speed that closes the switch, metres per second. Default 0.054. */
  threshold?: number;
  /** How long the lamp is lit, seconds. Default 0.15. */
  flash?: number;
  /** Its skirt. Default: restitution 0.3, friction 0.15. */
  material?: Material;
}
/** A slingshot. */
export interface BandOptions {
  /** One end of the band, metres. */
  a: PointLike;
  /** The other end, metres. */
  b: PointLike;
  /** Half the thickness of the band, metres. Default 0.004. */
  radius?: number;
  /** Speed that the coil adds in the middle, metres per second. Default 1.4. */
  kick?: number;
  /** Approach speed that closes the switch, metres per second. Default 0.15. */
  threshold?: number;
  /** How long the lamp is lit, seconds. Default 0.1. */
  flash?: number;
  /** The band. Default: restitution 0.8, friction 0.25. */
  material?: Material;
}
/** A standup or a drop target, or a rollover, which has its ends alone. */
export interface TargetOptions {
  /** One end of the plate, metres. */
  a: PointLike;
  /** The other end, metres. */
  b: PointLike;
  /** Half its thickness, metres. Default 0.002. */
  radius?: number;
  /** Approach speed from which a hit counts, metres per second. Default 0.108. */
  threshold?: number;
  /** Its surface. Default: restitution 0.15, of a drop target 0.18; friction 0.2. */
  material?: Material;
}
export interface LightState {
  /** How often its switch closed or its coil fired in this step. */
  hits: number;
  /** Whether its lamp is lit. */
  lit: boolean;
  /** The hardest hit of the step, whether or not it closed the switch. */
  hit?: PartHit;
}
export interface GateOptions {
  /** Hinge of the flap, metres. */
  pivot: PointLike;
  /** Free end of the flap when it is shut, metres. */
  end: PointLike;
  /** Whether it opens clockwise. Default false. */
  clockwise?: boolean;
  /** Angle over which it opens, radians. Default pi / 2. */
  opening?: number;
  /** Half the thickness of the flap, metres. Default 0.001. */
  radius?: number;
  /** Moment of inertia about the hinge, kg m^2. Default 2.7e-6. */
  inertia?: number;
  /** Torque of the spring when it is shut, newton metres. Default 1e-4. */
  preload?: number;
  /** Stiffness of the spring, newton metres per radian. Default 1e-4. */
  stiffness?: number;
  /** Torque per speed, newton metre seconds. Default 2e-6. */
  damping?: number;
  /** Share of its speed that the flap keeps at a stop, 0 to 1. Default 0.2. */
  stopRestitution?: number;
  /** Its surface. Default: restitution 0.3, friction 0.1. */
  material?: Material;
}
export interface GateState {
  /** Share of its opening, 0 to 1. */
  open: number;
  /** Whether it left its stop in this step. */
  opened: boolean;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface SpinnerOptions {
  /** Axle, metres. */
  pivot: PointLike;
  /** Angle of the vane at the start, radians. Default 0. */
  angle?: number;
  /** From the axle to each end, metres. Default 0.02. */
  halfLength?: number;
  /** Half the thickness of the vane, metres. Default 0.001. */
  radius?: number;
  /** Moment of inertia about the axle, kg m^2. Default 2.7e-6. */
  inertia?: number;
  /** Torque of dry friction, newton metres. Default 1e-6. */
  friction?: number;
  /** Torque per speed, newton metre seconds. Default 3.3e-7. */
  damping?: number;
  /** Its surface. Default: restitution 0.4, friction 0.15. */
  material?: Material;
}
export interface SpinnerState {
  /** Radians. */
  angle: number;
  /** Radians per second. */
  rate: number;
  /** Half turns completed in this step, either way. */
  clicks: number;
  /** Half turns since the start. */
  total: number;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface DropTargetState {
  /** Whether it is down. */
  down: boolean;
  /** Whether it fell in this step. */
  fell: boolean;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface RolloverState {
  /** Balls that came onto it in this step. */
  hits: number;
  /** Whether a ball is on it. */
  pressed: boolean;
  /** Whether its lamp is lit: from the first ball until the game puts it out. */
  lit: boolean;
}
export interface KickerOptions {
  /** Middle of the hole, where the ball is held, metres. */
  center: PointLike;
  /** Velocity with which it throws the ball out, metres per second, at most 1e6. */
  eject: PointLike;
  /** Radius of its sensor, metres, 1e-9 to 1e6. Default 1e-4. */
  radius?: number;
  /** A ball that is faster rolls over it, metres per second, 1e-9 to 1e6. Default 1.5. */
  catchSpeed?: number;
}
export interface KickerState {
  /** The ball that it holds, or is about to. */
  ball?: BodyId;
  /** Whether a ball fell in in this step. */
  caught: boolean;
  /** Whether a ball was thrown out before this step. */
  ejected: boolean;
}
export interface SeesawOptions {
  /** In the middle of the plank, metres. */
  pivot: PointLike;
  /** From the pivot to each end, metres. Default 0.1. */
  halfLength?: number;
  /** Half its thickness, metres. Default 0.003. */
  radius?: number;
  /** How far it tips either way, radians, 0.001 to 3.1. Default 0.3. */
  tilt?: number;
  /** Moment of inertia about the pivot, kg m^2. Default 2e-4. */
  inertia?: number;
  /** Kilograms. Default 0.06. */
  mass?: number;
  /** Height of the centre of mass above the pivot, metres; below it comes back by itself. Default 0. */
  center?: number;
  /** Torque of dry friction, newton metres. Default 0. */
  friction?: number;
  /** Torque per speed, newton metre seconds. Default 0. */
  damping?: number;
  /** Share of its speed with which it comes back from a stop, 0 to 1. Default 0.2. */
  stopRestitution?: number;
  /** Its surface. Default: restitution 0.4, friction 0.4. */
  material?: Material;
}
export interface SeesawState {
  /** Radians. */
  angle: number;
  /** Radians per second. */
  rate: number;
  /** The hardest hit of the step. */
  hit?: PartHit;
}
export interface RampOptions {
  /** Lines across its ends, one or more, metres. */
  mouths: {
    /** One end of the line. */
    a: PointLike;
    /** The other end. */
    b: PointLike;
  }[];
  /** The filter of a ball on the ramp. */
  on: Filter;
  /** The filter of a ball on the table. */
  off: Filter;
}

/** The error of `Stage.fromJson` and `Stage.fromRon`: its place in the text, and a guess of the intended value. */
export interface SceneError extends Error {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** Of the field, such as `balls[2].radius`. */
  path: string;
  /** A guess of the intended value. */
  help?: string;
}
