//! Registration of the types that inspectors and saved worlds know.

use bevy_app::App;

use crate::components::ball::Ball;
use crate::components::body::Body;
use crate::components::field::Field;
use crate::components::filter::Filter;
use crate::components::joint::Joint;
use crate::components::link::Link;
use crate::components::material::Material;
use crate::components::motion::{AngularVelocity, Velocity};
use crate::components::play::OutOfPlay;
use crate::components::shape::{Sensor, Shape};
use crate::drawing::NoInterpolation;
use crate::events::ImpactThreshold;

pub(crate) fn register(app: &mut App) {
    app.register_type::<Ball>()
        .register_type::<Body>()
        .register_type::<Shape>()
        .register_type::<Sensor>()
        .register_type::<Joint>()
        .register_type::<Link>()
        .register_type::<Material>()
        .register_type::<Filter>()
        .register_type::<Field>()
        .register_type::<Velocity>()
        .register_type::<AngularVelocity>()
        .register_type::<OutOfPlay>()
        .register_type::<NoInterpolation>()
        .register_type::<ImpactThreshold>();
}
