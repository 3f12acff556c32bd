use carom_world::*;
use glam::*;
#[test] fn heavy() {
 for (m, n) in [(1000.0f32,5usize)] {
 let mut w=World::new(Config::default()).unwrap();
 let f=w.add_body(Body::fixed()).unwrap();
 let mat=Material::new(0.1,0.3);
 w.add_shape(f,Shape::path(&Path::polyline(&[vec2(0.,5.),vec2(0.,0.),vec2(1.25,0.),vec2(1.25,5.)])).unwrap().material(mat)).unwrap();
 for i in 0..n { w.add_ball(Ball::new(vec2(0.12+0.25*i as f32,0.1),0.1).mass(1.0).material(mat)).unwrap(); }
 w.add_ball(Ball::new(vec2(0.625,0.9),0.5).mass(m).material(mat)).unwrap();
 for s in 0..660 { let t=std::time::Instant::now(); w.step(1./60.); let e=t.elapsed();
   if s%60==0 || e.as_millis()>20 && s<30 { let deep=w.contacts().map(|c|-c.separation/0.1).fold(0.0f32,f32::max); let v=w.balls().map(|b|b.1.velocity.length()).fold(0.0f32,f32::max);
   println!("step {s} {e:?} imp {} {:?} deep {deep} v {v}", w.events().impacts().len(), w.events().dropped()); } }
 }
}
