use carom_world::*;
use glam::*;
fn main_pile(n: usize, steps: usize, warm: usize) {
    let mut world = World::new(Config::default()).unwrap();
    let stuff = Material::new(0.1, 0.3);
    let w = 1.2*(n as f32).sqrt();
    let body = world.add_body(Body::fixed()).unwrap();
    for s in [Shape::segment(vec2(0.,0.),vec2(w,0.)), Shape::segment(vec2(0.,0.),vec2(0.,100.*w)), Shape::segment(vec2(w,0.),vec2(w,100.*w))] {
        world.add_shape(body, s.unwrap().material(stuff)).unwrap();
    }
    let cols = (w/1.25) as usize;
    let mut seed=1u64; let mut rnd=|| {seed=seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((seed>>40) as f32)/(1u64<<24) as f32};
    for i in 0..n {
        let (c,r)=(i%cols, i/cols);
        let rad=0.5*(1.0+0.2*(2.0*rnd()-1.0));
        world.add_ball(Ball::new(vec2(0.65+1.25*c as f32+0.05*(rnd()-0.5), 1.0+1.3*r as f32), rad).material(stuff)).unwrap();
    }
    for _ in 0..warm { world.step(1./60.); }
    let mut ts=vec![];
    for _ in 0..steps { let t=std::time::Instant::now(); world.step(1./60.); ts.push(t.elapsed().as_secs_f64()*1e3); }
    ts.sort_by(f64::total_cmp);
    println!("pile {n}: median {:.4} ms p99 {:.3} contacts {}", ts[ts.len()/2], ts[ts.len()*99/100], world.contacts().count());
}
fn gas(n: usize, steps: usize) {
    let mut world = World::new(Config::weightless()).unwrap();
    let m = Material::elastic();
    let l = (n as f32 * std::f32::consts::PI*0.25/0.3).sqrt();
    let body = world.add_body(Body::fixed()).unwrap();
    world.add_shape(body, Shape::path(&Path::polyline(&[vec2(0.,0.),vec2(l,0.),vec2(l,l),vec2(0.,l)]).close()).unwrap().material(m)).unwrap();
    let k=(n as f32).sqrt().ceil() as usize; let d=l/k as f32;
    let mut seed=1u64; let mut rnd=|| {seed=seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((seed>>40) as f32)/(1u64<<24) as f32};
    for i in 0..n { world.add_ball(Ball::new(vec2((i%k) as f32*d+d/2., (i/k) as f32*d+d/2.),0.5).velocity(vec2(rnd()-0.5,rnd()-0.5)*10.0).material(m)).unwrap(); }
    for _ in 0..60 { world.step(1./60.); }
    let mut ts=vec![]; let mut ev=0;
    for _ in 0..steps { let t=std::time::Instant::now(); world.step(1./60.); ev+=world.events().impacts().len(); ts.push(t.elapsed().as_secs_f64()*1e3); }
    ts.sort_by(f64::total_cmp);
    println!("gas {n}: median {:.4} ms p99 {:.3} impacts/step {}", ts[ts.len()/2], ts[ts.len()*99/100], ev/steps);
}
#[test] fn pile1k() { main_pile(1000,300,600); }
#[test] fn gas1k() { gas(1000,300); gas(10000,60); }
