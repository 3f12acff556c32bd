//! Triangle meshes: the OBJ files that `vpxtool` writes, the binary glTF files of VPZ archives, and the program's own
//! prisms.

use glam::{DVec3, dvec3};
use serde_json::Value;

use crate::error::Error;
use crate::limits::MAX_LENGTH;
use crate::units::LENGTH;

/// Numbers of glTF: the types of its indices and coordinates, and the marks of its chunks.
const UNSIGNED_SHORT: u64 = 5123;
const UNSIGNED_INT: u64 = 5125;
const FLOAT: u64 = 5126;
const JSON_CHUNK: u32 = 0x4E4F_534A;
const BINARY_CHUNK: u32 = 0x004E_4942;
/// Most sides of a prism.
const MOST_SIDES: f64 = 500.0;

/// Triangles between vertices, in the coordinates of their item before it is scaled, turned and moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<DVec3>,
    /// Numbers of vertices, each less than how many there are.
    pub(crate) triangles: Vec<[usize; 3]>,
}

fn wrong(file: &str, message: impl Into<String>) -> Error {
    Error::Syntax { file: file.to_owned(), message: message.into() }
}

impl Mesh {
    /// Reads OBJ, as `vpxtool` writes it: its z axis points down.
    pub(crate) fn from_obj(file: &str, data: &[u8]) -> Result<Self, Error> {
        let text = core::str::from_utf8(data).map_err(|error| wrong(file, error.to_string()))?;
        let mut mesh = Self::default();
        for (n, line) in text.lines().enumerate() {
            let mut words = line.split_ascii_whitespace();
            let refuse = |what: &str| wrong(file, format!("line {}: {what}", n + 1));
            match words.next() {
                Some("v") => {
                    let mut next =
                        || words.next()?.parse::<f64>().ok().filter(|number| number.abs() <= MAX_LENGTH);
                    let (x, y, z) = (next(), next(), next());
                    let (Some(x), Some(y), Some(z)) = (x, y, z) else {
                        return Err(refuse("a vertex must have three coordinates, -1e6 to 1e6"));
                    };
                    mesh.vertices.push(dvec3(x, y, -z));
                }
                Some("f") => {
                    let count = mesh.vertices.len();
                    let corner = |word: &str| {
                        let number = word.split('/').next()?.parse::<i64>().ok()?;
                        let from_start = if number < 0 { count as i64 + number } else { number - 1 };
                        usize::try_from(from_start).ok().filter(|n| *n < count)
                    };
                    let corners: Option<Vec<usize>> = words.map(corner).collect();
                    let corners = corners.filter(|corners| corners.len() >= 3).ok_or_else(|| {
                        refuse("a face must have at least three corners that are vertices before it")
                    })?;
                    mesh.triangles.extend(corners[1..].windows(2).map(|two| [corners[0], two[0], two[1]]));
                }
                _ => {}
            }
        }
        Ok(mesh)
    }

    /// Reads the first mesh of a binary glTF file, as the program writes it: metres, y up.
    pub(crate) fn from_glb(file: &str, data: &[u8]) -> Result<Self, Error> {
        let Some([json, binary]) = chunks(data) else {
            return Err(wrong(file, "it is no binary glTF file of version 2, or cut short"));
        };
        let json: Value = serde_json::from_slice(json).map_err(|error| wrong(file, error.to_string()))?;
        let part = &json["meshes"][0]["primitives"][0];
        let vertices = words(&json, binary, &part["attributes"]["POSITION"], 3)
            .filter(|(kind, _)| *kind == FLOAT)
            .ok_or_else(|| wrong(file, "it has no positions within its binary part"))?
            .1;
        let numbers = words(&json, binary, &part["indices"], 1)
            .filter(|(kind, _)| [UNSIGNED_SHORT, UNSIGNED_INT].contains(kind))
            .ok_or_else(|| wrong(file, "it has no indices within its binary part"))?
            .1;
        let mut mesh = Self::default();
        for place in vertices.chunks_exact(3) {
            let [x, z, y] =
                [place[0], place[1], place[2]].map(|bits| f64::from(f32::from_bits(bits)) / LENGTH);
            if ![x, y, z].iter().all(|number| number.abs() <= MAX_LENGTH) {
                return Err(wrong(file, "a vertex has a coordinate that is not within -1e6 to 1e6 VP units"));
            }
            mesh.vertices.push(dvec3(x, y, z));
        }
        for corners in numbers.chunks_exact(3) {
            let corners = [corners[0], corners[1], corners[2]].map(|n| n as usize);
            if corners.iter().any(|n| *n >= mesh.vertices.len()) {
                return Err(wrong(file, "a triangle has a corner that is no vertex"));
            }
            mesh.triangles.push(corners);
        }
        Ok(mesh)
    }

    /// The sides of the prism that the program draws where an item has no mesh of its own: 1 high, and 1 wide between
    /// opposite sides.
    pub(crate) fn prism(sides: f64) -> Self {
        let sides = sides.clamp(3.0, MOST_SIDES);
        let turn = core::f64::consts::TAU / sides;
        let radius = -0.5 / libm::cos(0.5 * turn);
        let count = sides as usize;
        let corner = |n: usize, z: f64| {
            let angle = turn * (n as f64 + 0.5);
            dvec3(radius * libm::sin(angle), radius * libm::cos(angle), z)
        };
        let vertices = (0..count).flat_map(|n| [corner(n, -0.5), corner(n, 0.5)]).collect();
        let side = |n: usize| {
            let (a, b) = (2 * n, 2 * ((n + 1) % count));
            [[a, b, b + 1], [a, b + 1, a + 1]]
        };
        Self { vertices, triangles: (0..count).flat_map(side).collect() }
    }
}

/// The JSON and the binary part of a glTF file.
fn chunks(data: &[u8]) -> Option<[&[u8]; 2]> {
    let word = |at: usize| Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?));
    if data.get(..4)? != b"glTF" || word(4)? != 2 {
        return None;
    }
    let chunk = |at: usize, kind: u32| {
        let length = word(at)? as usize;
        (word(at + 4)? == kind).then_some(())?;
        data.get(at + 8..(at + 8).checked_add(length)?)
    };
    let json = chunk(12, JSON_CHUNK)?;
    let binary = chunk(20 + json.len(), BINARY_CHUNK)?;
    Some([json, binary])
}

/// The numbers of an accessor with `width` numbers to an entry, as bits, and their type.
fn words(json: &Value, binary: &[u8], accessor: &Value, width: usize) -> Option<(u64, Vec<u32>)> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let accessor = &json["accessors"][number(accessor)?];
    let view = &json["bufferViews"][number(&accessor["bufferView"])?];
    let offset = |value: &Value| number(&value["byteOffset"]).unwrap_or(0);
    let kind = accessor["componentType"].as_u64()?;
    let size = if kind == UNSIGNED_SHORT { 2 } else { 4 };
    let start = offset(accessor).checked_add(offset(view))?;
    let length = number(&accessor["count"])?.checked_mul(width * size)?;
    let bytes = binary.get(start..start.checked_add(length)?)?;
    let numbers = if size == 2 {
        bytes.chunks_exact(2).map(|two| u32::from(u16::from_le_bytes([two[0], two[1]]))).collect()
    } else {
        bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    };
    Some((kind, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle as glTF, by hand.
    fn glb() -> Vec<u8> {
        let places =
            [[0.0_f32, 0.0, 0.0], [LENGTH as f32, 0.0, 0.0], [0.0, 2.0 * LENGTH as f32, LENGTH as f32]];
        let mut binary: Vec<u8> = places.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        binary.extend([0_u16, 1, 2, 0].iter().flat_map(|n| n.to_le_bytes()));
        let mut json = r#"{"accessors":[{"bufferView":0,"componentType":5126,"count":3},
            {"bufferView":1,"componentType":5123,"count":3}],
            "bufferViews":[{"byteLength":36},{"byteLength":6,"byteOffset":36}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]}"#
            .to_owned();
        while !json.len().is_multiple_of(4) {
            json.push(' ');
        }
        let mut file = b"glTF".to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend((28 + json.len() as u32 + binary.len() as u32).to_le_bytes());
        for (kind, chunk) in [(JSON_CHUNK, json.as_bytes()), (BINARY_CHUNK, &binary)] {
            file.extend((chunk.len() as u32).to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(chunk);
        }
        file
    }

    #[test]
    fn both_notations_say_the_same() {
        let from_glb = Mesh::from_glb("a.glb", &glb()).expect("a mesh");
        let obj = b"# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 -2\nvn 0 0 1\nf 1/1/1 -2 3//1\n";
        let from_obj = Mesh::from_obj("a.obj", obj).expect("a mesh");
        assert_eq!(from_glb.triangles, from_obj.triangles);
        for (a, b) in from_glb.vertices.iter().zip(&from_obj.vertices) {
            assert!(a.distance(*b) < 1e-6, "{a} and {b}");
        }
    }

    #[test]
    fn broken_meshes_get_an_error_with_their_file() {
        let sound = glb();
        for end in 0..sound.len() {
            let error = Mesh::from_glb("a.glb", &sound[..end]).expect_err("cut short");
            assert!(error.to_string().starts_with("a.glb: "), "{error}");
        }
        for at in 0..sound.len() {
            for bit in 0..8 {
                let mut bytes = sound.clone();
                bytes[at] ^= 1 << bit;
                let _ = Mesh::from_glb("a.glb", &bytes);
            }
        }
        for text in [
            "v 1 2",
            "v 1 2 x",
            "v 1 2 1e300",
            "f 1 2 3",
            "v 0 0 0\nf 1 1 0",
            "v 0 0 0\nf 1 1",
            "\u{fffd}\nf 1",
        ] {
            let error = Mesh::from_obj("a.obj", text.as_bytes()).expect_err(text);
            assert!(error.to_string().starts_with("a.obj: line "), "{error}");
        }
        assert!(Mesh::from_obj("a.obj", &[0xff, 0xfe]).is_err(), "no text");
    }
}
