//! Calls that change a world, as they are recorded.

use alloc::vec::Vec;
use glam::Vec2;

use crate::base::saved;
use crate::config::Config;
use crate::id::{BodyId, FieldId, LinkId, ShapeId, ZoneId};
use crate::model::{Ball, Body, Field, Filter, Floor, FloorZone, Joint, Link, Material, Motor, Shape};

/// Gives every method of [`World`](crate::World) that changes it and may refuse to a macro: the method, the name of
/// the call, its arguments, and its number in a recording.
macro_rules! calls {
    ($then:ident) => {
        $then! {
            set_ball SetBall(id: BodyId, ball: Ball) = 3,
            set_mass SetMass(ball: BodyId, mass: f32) = 4,
            set_radius SetRadius(ball: BodyId, radius: f32) = 5,
            set_gravity_scale SetGravityScale(ball: BodyId, scale: f32) = 6,
            set_drag SetDrag(ball: BodyId, drag: f32) = 7,
            set_max_speed SetMaxSpeed(ball: BodyId, speed: f32) = 8,
            set_user_data SetUserData(body: BodyId, user_data: u64) = 9,
            add_ball AddBall(ball: Ball) = 10,
            add_body AddBody(body: Body) = 11,
            remove_body RemoveBody(body: BodyId) = 12,
            set_shape_material SetShapeMaterial(shape: ShapeId, material: Material) = 13,
            set_ball_material SetBallMaterial(ball: BodyId, material: Material) = 14,
            set_material_pair SetMaterialPair(a: u32, b: u32, surface: Option<Material>) = 15,
            set_ball_filter SetBallFilter(ball: BodyId, filter: Filter) = 16,
            set_shape_filter SetShapeFilter(shape: ShapeId, filter: Filter) = 17,
            set_collision_exception SetCollisionException(a: BodyId, b: BodyId, apart: bool) = 18,
            teleport Teleport(body: BodyId, position: Vec2) = 19,
            set_angle SetAngle(body: BodyId, angle: f32) = 20,
            set_velocity SetVelocity(body: BodyId, velocity: Vec2) = 21,
            set_angular_velocity SetAngularVelocity(body: BodyId, spin: f32) = 22,
            move_kinematic_over MoveKinematicOver(body: BodyId, position: Vec2, angle: f32, seconds: f32) = 23,
            move_kinematic_turning MoveKinematicTurning(body: BodyId, position: Vec2, turn: f32, seconds: f32) = 24,
            set_enabled SetEnabled(body: BodyId, enabled: bool) = 25,
            set_shape_enabled SetShapeEnabled(shape: ShapeId, enabled: bool) = 26,
            add_field AddField(field: Field) = 27,
            set_field SetField(id: FieldId, field: Field) = 28,
            remove_field RemoveField(id: FieldId) = 29,
            set_floor SetFloor(floor: Option<Floor>) = 30,
            add_floor_zone AddFloorZone(zone: FloorZone) = 31,
            remove_floor_zone RemoveFloorZone(zone: ZoneId) = 32,
            set_rolling_velocity SetRollingVelocity(ball: BodyId, roll: Vec2) = 33,
            hold Hold(ball: BodyId) = 34,
            release Release(ball: BodyId) = 35,
            apply_impulse ApplyImpulse(ball: BodyId, impulse: Vec2) = 36,
            apply_angular_impulse ApplyAngularImpulse(ball: BodyId, impulse: f32) = 37,
            apply_force ApplyForce(ball: BodyId, force: Vec2) = 38,
            add_joint AddJoint(joint: Joint) = 39,
            set_joint SetJoint(body: BodyId, joint: Joint) = 40,
            set_motor SetMotor(body: BodyId, motor: Motor) = 41,
            set_joint_position SetJointPosition(body: BodyId, coordinate: f32, rate: f32) = 42,
            add_link AddLink(link: Link) = 43,
            set_link SetLink(id: LinkId, link: Link) = 44,
            remove_link RemoveLink(id: LinkId) = 45,
            add_shape AddShape(body: BodyId, shape: Shape) = 46,
            set_shape SetShape(id: ShapeId, shape: Shape) = 47,
            remove_shape RemoveShape(shape: ShapeId) = 48,
            set_shape_user_data SetShapeUserData(shape: ShapeId, user_data: u64) = 49,
            wake Wake(ball: BodyId) = 50,
            nudge Nudge(displacement: Vec2, seconds: f32) = 51,
            set_table_acceleration SetTableAcceleration(acceleration: Vec2) = 52,
            set_config SetConfig(config: Config) = 53,
        }
    };
}
pub(crate) use calls;

macro_rules! define {
    ($($method:ident $kind:ident($($part:ident: $type:ty),*) = $number:literal),* $(,)?) => {
        /// A call of a method of [`World`](crate::World).
        #[derive(Clone, Debug)]
        pub(crate) enum Call {
            /// A step of this many seconds.
            Step(f32),
            /// Everything was taken out.
            Clear(),
            /// The state came back from a snapshot.
            Restore(Vec<u8>),
            $($kind($($type),*),)*
        }

        saved!(enum Call, "no such call" {
            Step(seconds) = 0,
            Clear() = 1,
            Restore(snapshot) = 2,
            $($kind($($part),*) = $number,)*
        });
    };
}

calls!(define);
