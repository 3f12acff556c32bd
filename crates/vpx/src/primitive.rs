//! Primitives: meshes. They are left out, or sliced at the height of a ball's centre.

use carom_scene::model::{Circle, Shape};
use glam::{DVec3, dvec3};

use crate::error::Error;
use crate::fields::Fields;
use crate::mesh::Mesh;
use crate::report::Outcome;
use crate::scene_builder::SceneBuilder;
use crate::slice::{self, Outline};
use crate::units::{BALL, LENGTH};

/// The mesh that takes the place of the playfield in the program: a floor.
const PLAYFIELD: &str = "playfield_mesh";

/// The angles and the shift of a primitive: a list of nine in the files of `vpxtool`, nine fields in VPZ.
const TURNS: [[&str; 3]; 3] = [
    ["prim_rot1_x", "prim_rot1_y", "prim_rot1_z"],
    ["prim_trans_x", "prim_trans_y", "prim_trans_z"],
    ["prim_rot2_x", "prim_rot2_y", "prim_rot2_z"],
];

/// Whether balls meet it in the program.
pub(crate) fn meets_balls(fields: &Fields<'_>) -> Result<bool, Error> {
    Ok(fields.is_collidable()? && !fields.flag(&["is_toy", "toy"], false)?)
}

/// Adds a primitive, for which `mesh` gives its mesh; none leaves it out.
pub(crate) fn put(
    fields: &Fields<'_>,
    name: &str,
    builder: &mut SceneBuilder,
    mesh: Option<impl FnOnce() -> Result<Option<Mesh>, Error>>,
) -> Result<Outcome, Error> {
    if !meets_balls(fields)? {
        return Ok(Outcome::LeftOut("is a mesh that no ball feels"));
    }
    if name.eq_ignore_ascii_case(PLAYFIELD) {
        return Ok(Outcome::LeftOut("is the mesh of the playfield: the floor of a scene is flat"));
    }
    let Some(mesh) = mesh else {
        return Ok(Outcome::LeftOut(
            "is a mesh that balls meet in the table: meshes are read only with the option `meshes`",
        ));
    };
    let mesh = if fields.flag(&["use_3d_mesh", "use_mesh"], true)? {
        mesh()?
    } else {
        Some(Mesh::prism(fields.within(&["sides"], 4.0, [3.0, 500.0])?))
    };
    let Some(mesh) = mesh else {
        return Ok(Outcome::LeftOut("is a mesh whose file is not there"));
    };
    let place = placement(fields)?;
    let mut outlines = slice::outlines(&mesh, place, BALL);
    outlines.retain(|outline| !builder.beside_table(outline.points.iter().copied()));
    let mut shapes = Vec::new();
    for outline in &outlines {
        builder.count(outline.points.len())?;
        shapes.extend(shape(builder, outline));
    }
    if shapes.is_empty() {
        return Ok(Outcome::LeftOut("is a mesh with no steep side at the height of a ball's centre"));
    }
    fields.note("is its outline at the height of a ball's centre");
    let (material, _) = builder.surface(fields, "mesh")?;
    builder.stand(name, shapes, material, 0);
    Ok(Outcome::Carried("sliced mesh"))
}

fn shape(builder: &mut SceneBuilder, outline: &Outline) -> Option<Shape> {
    if let Some((center, radius)) = outline.circle() {
        let center = builder.place(center);
        return Some(Shape::Circle(Circle { center, radius: (radius * LENGTH) as f32, ..Circle::default() }));
    }
    builder.corners(&outline.points, outline.closed).map(Shape::Path)
}

/// Where a vertex goes: `Primitive::RecalculateMatrices` of the program.
fn placement(fields: &Fields<'_>) -> Result<impl Fn(DVec3) -> DVec3, Error> {
    let vector = |name: &'static str, default: f64| {
        let part = |axis| fields.part(name, axis, default);
        Ok::<_, Error>(dvec3(part("x")?, part("y")?, part("z")?))
    };
    let (size, position) = (vector("size", 1.0)?, vector("position", 0.0)?);
    let (_, list) = fields.list(&["rot_and_tra"])?;
    let mut turns = [[0.0; 3]; 3];
    for (n, value) in turns.iter_mut().flatten().enumerate() {
        *value = match list.get(n) {
            Some(number) => fields.element("rot_and_tra", n, number)?,
            None => fields.number(&[TURNS[n / 3][n % 3]], 0.0)?,
        };
    }
    let [first, shift, second] = turns;
    // Of each three the turn about z comes first, then y, then x.
    let turns = [first, second].map(|turn| turn.map(|angle| libm::sincos(angle.to_radians())));
    Ok(move |vertex: DVec3| {
        let moved = vertex * size + DVec3::from(shift);
        let turned = turns.iter().fold(moved, |v, [x, y, z]| {
            let v = dvec3(v.x * z.1 - v.y * z.0, v.x * z.0 + v.y * z.1, v.z);
            let v = dvec3(v.x * y.1 + v.z * y.0, v.y, v.z * y.1 - v.x * y.0);
            dvec3(v.x, v.y * x.1 - v.z * x.0, v.y * x.0 + v.z * x.1)
        });
        turned + position
    })
}
