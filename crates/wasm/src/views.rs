//! Numbers of all balls, shapes or links of a world at once, as views of the module's memory.

use carom::{BodyKind, ShapeGeometry, Side};
use js_sys::{Float32Array, Float64Array, WebAssembly};
use wasm_bindgen::prelude::*;

use crate::id::Number;
use crate::world::World;

/// A view of numbers in the memory of the module.
fn floats(list: &[f32]) -> Float32Array {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    Float32Array::new_with_byte_offset_and_length(&memory.buffer(), list.as_ptr() as u32, list.len() as u32)
}

fn doubles(list: &[f64]) -> Float64Array {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    Float64Array::new_with_byte_offset_and_length(&memory.buffer(), list.as_ptr() as u32, list.len() as u32)
}

#[wasm_bindgen]
impl World {
    /// x, y, angle and radius of every ball, one behind the other. A view of the module's memory: it is valid until
    /// the next call of any method. Copy it by `.slice()` to keep it.
    #[wasm_bindgen(unchecked_return_type = "Float32Array")]
    pub fn transforms(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.views.transforms.clear();
        for (_, b) in world.balls() {
            self.views.transforms.extend([b.position.x, b.position.y, b.angle, b.radius]);
        }
        floats(&self.views.transforms)
    }

    /// x and y of the velocity, and the angular velocity, of every ball. Valid as `transforms()` is.
    pub fn velocities(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.views.velocities.clear();
        for (_, b) in world.balls() {
            self.views.velocities.extend([b.velocity.x, b.velocity.y, b.angular_velocity]);
        }
        floats(&self.views.velocities)
    }

    /// Mass and moment of inertia of every ball. Valid as `transforms()` is.
    pub fn masses(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.views.masses.clear();
        for (_, b) in world.balls() {
            self.views.masses.extend([b.mass, b.inertia_factor * b.mass * b.radius * b.radius]);
        }
        floats(&self.views.masses)
    }

    /// Ids of all balls, in the order of `transforms()`. Valid as that is.
    pub fn ids(&mut self) -> Float64Array {
        let world = self.shared.world();
        self.views.ids.clear();
        self.views.ids.extend(world.balls().map(|(id, _)| id.number()));
        doubles(&self.views.ids)
    }

    /// Every curve of every shape where it is now, for a picture, nine numbers each: kind, side, role, then five of
    /// the curve, then half of its thickness. Kinds: 0 circle (x, y), 1 segment (ax, ay, bx, by), 2 arc (x, y,
    /// radius, start, sweep), 3 half-plane (normal x, y, offset). Sides: 0 both, 1 left, 2 right, 3 an edge of a
    /// solid shape. Roles: 0 fixed, 1 moves, 2 sensor, 3 kicks. Valid as `transforms()` is.
    pub fn outlines(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.views.outlines.clear();
        for (body, shape, outline) in world.shape_geometries() {
            let (kind, side, numbers, radius) = match outline {
                ShapeGeometry::Circle { center: c, radius } => {
                    (0.0, Side::Both, [c.x, c.y, 0.0, 0.0, 0.0], radius)
                }
                ShapeGeometry::Segment { a, b, radius, side } => {
                    (1.0, side, [a.x, a.y, b.x, b.y, 0.0], radius)
                }
                ShapeGeometry::Arc { center: c, arc_radius, start, sweep, radius, side } => {
                    (2.0, side, [c.x, c.y, arc_radius, start, sweep], radius)
                }
                ShapeGeometry::HalfPlane { normal: n, offset } => {
                    (3.0, Side::Both, [n.x, n.y, offset, 0.0, 0.0], 0.0)
                }
            };
            let side = match side {
                _ if world.is_solid(shape) => 3.0,
                Side::Both => 0.0,
                Side::Left => 1.0,
                Side::Right => 2.0,
            };
            let role = match world.kind(body) {
                _ if world.is_sensor(shape) => 2.0,
                _ if world.shape_material(shape).is_some_and(|surface| surface.kick > 0.0) => 3.0,
                Some(BodyKind::Fixed) | None => 0.0,
                Some(_) => 1.0,
            };
            self.views.outlines.extend([kind, side, role]);
            self.views.outlines.extend(numbers);
            self.views.outlines.push(radius);
        }
        floats(&self.views.outlines)
    }

    /// The shape of every curve of `outlines()`, in its order. Valid as `transforms()` is.
    #[wasm_bindgen(js_name = outlineShapes)]
    pub fn outline_shapes(&mut self) -> Float64Array {
        let world = self.shared.world();
        self.views.shapes.clear();
        self.views.shapes.extend(world.shape_geometries().map(|(_, shape, _)| shape.number()));
        doubles(&self.views.shapes)
    }

    /// Both ends of every link: ax, ay, bx, by. Valid as `transforms()` is.
    #[wasm_bindgen(js_name = linkEnds)]
    pub fn link_ends(&mut self) -> Float32Array {
        let world = self.shared.world();
        self.views.ends.clear();
        for [a, b] in world.links().filter_map(|(id, _)| world.link_ends(id)) {
            self.views.ends.extend([a.x, a.y, b.x, b.y]);
        }
        floats(&self.views.ends)
    }
}
