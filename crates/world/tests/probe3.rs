use carom_world::*;
use glam::*;
#[test] fn blade() {
 let mut w=World::new(Config::weightless()).unwrap();
 let m=Material::new(0.2907308,0.0);
 let b=w.add_body(Body::kinematic().position(vec2(1.,0.)).angle(2.5245602).spin(21.639086)).unwrap();
 w.add_shape(b,Shape::capsule(vec2(-0.5,0.),vec2(0.5,0.),0.02).unwrap().material(m)).unwrap();
 let k=w.add_ball(Ball::new(vec2(1.0996357, 0.0790905),0.1).velocity(vec2(12.177594, -7.595741)).material(m)).unwrap();
 for _ in 0..6 { w.step(1./60.); 
  let p=w.position(k).unwrap(); let c=w.closest(p,10.0,Filter{category:2,mask:!0}).unwrap();
  let o=w.overlap(p,0.3,Filter{category:2,mask:!0}).unwrap();
  println!("impacts {} dropped {:?} p {p} v {} near {:?}", w.events().impacts().len(), w.events().dropped(), w.velocity(k).unwrap(), o.iter().filter(|c|c.body==b).map(|c|(c.distance-0.1)/0.1).collect::<Vec<_>>()); let _=c; 
  for i in w.events().impacts() { println!("   t {:.9} app {:.4e} J {:.3e}", i.time, i.approach_speed, i.normal_impulse); }
 }
}
