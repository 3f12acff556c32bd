use carom_world::*;
use glam::*;
fn pile(n: usize, spread: f32, mu: f32, e: f32, steps: usize, substeps: u32) {
    let mut world = World::new(Config{substeps, ..Config::default()}).unwrap();
    let stuff = Material::new(e, mu);
    let w = 1.2*(n as f32).sqrt();
    let body = world.add_body(Body::fixed()).unwrap();
    for s in [Shape::segment(vec2(0.,0.),vec2(w,0.)), Shape::segment(vec2(0.,0.),vec2(0.,100.*w)), Shape::segment(vec2(w,0.),vec2(w,100.*w))] {
        world.add_shape(body, s.unwrap().material(stuff)).unwrap();
    }
    let cols = (w/1.25) as usize;
    let mut seed=1u64; let mut rnd=|| {seed=seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((seed>>40) as f32)/(1u64<<24) as f32};
    for i in 0..n {
        let (c,r)=(i%cols, i/cols);
        let rad=0.5*(1.0+spread*(2.0*rnd()-1.0));
        world.add_ball(Ball::new(vec2(0.65+1.25*c as f32+0.05*(rnd()-0.5), 1.0+1.3*r as f32), rad).material(stuff)).unwrap();
    }
    let t=std::time::Instant::now();
    let mut worst=0.0f32; let mut ev=0; let mut worstms=0.0f64; let (mut froz,mut stall)=(0,0); let mut seg=std::time::Instant::now();
    for s in 0..steps {
        let t1=std::time::Instant::now();
        world.step(1./60.);
        worstms=worstms.max(t1.elapsed().as_secs_f64()*1e3);
        ev+=world.events().impacts().len(); froz+=world.events().dropped().frozen_balls; stall+=world.events().dropped().quarantined_balls;
        if s%100==99 {
            let bs:Vec<Ball>=world.balls().map(|b|b.1).collect();
            let mut pen=0.0f32; 
            // brute via sort on x
            let mut idx:Vec<usize>=(0..n).collect(); idx.sort_by(|a,b|bs[*a].position.x.total_cmp(&bs[*b].position.x));
            for a in 0..n { for b in a+1..n { let (p,q)=(&bs[idx[a]],&bs[idx[b]]); if q.position.x-p.position.x>1.3 {break;} let g=(p.radius+q.radius)-(p.position-q.position).length(); pen=pen.max(g/p.radius.min(q.radius)); } }
            for b in &bs { pen=pen.max((b.radius-b.position.y)/b.radius).max((b.radius-b.position.x)/b.radius).max((b.position.x+b.radius-w)/b.radius); }
            let rms=(bs.iter().map(|b|b.velocity.length_squared()).sum::<f32>()/n as f32).sqrt();
            worst=worst.max(pen);
            println!("step {s}: pen {pen:.4} rms {rms:.2e} ev {ev} froz {froz} q {stall} ms {:.3} worst {:.2}", seg.elapsed().as_secs_f64()*10.0, worstms); ev=0;froz=0; worstms=0.0; seg=std::time::Instant::now();
        }
    }
    println!("n {n} total {:?}", t.elapsed());
}
#[test] fn pile1k() { pile(1000,0.2,0.3,0.1,1000,8); }
#[test] fn pile10k() { pile(10000,0.2,0.3,0.1,1500,8); }
fn bin(r: f32, n: usize) {
let mut w = World::new(Config::default()).unwrap();
let b = w.add_body(Body::fixed()).unwrap();
for (a, c) in [(vec2(-3.0, 0.0), vec2(3.0, 0.0)), (vec2(-3.0, 0.0), vec2(-3.0, 200.0)), (vec2(3.0, 0.0), vec2(3.0, 200.0))] {
    w.add_shape(b, Shape::segment(a * r, c * r).unwrap()).unwrap();
}
for k in 0..n { w.add_ball(Ball::new(vec2(-1.5 + 1.4 * (k % 3) as f32, 1.5 + 2.2 * k as f32) * r, r)).unwrap(); }
let mut frozen = 0;let mut ev=0;
for _ in 0..600 { w.step(1.0 / 60.0); frozen += w.events().dropped().frozen_balls; ev+=w.events().impacts().len(); }
let deep=w.contacts().map(|c|-c.separation/r).fold(0.0f32,f32::max); let v=w.balls().map(|b|b.1.velocity.length()).fold(0.0f32,f32::max);
println!("step bin r {r}: frozen {frozen} impacts {ev} deepest {deep} fastest {v}");
}
#[test] fn bins() { for r in [0.5,0.1,0.03,0.0135,0.006,0.003] { bin(r,50); } }
