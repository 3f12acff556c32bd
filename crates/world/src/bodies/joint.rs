//! Hinges and sliders as the step works on them: their forces, their motion, their limits.

use glam::DVec2;

use crate::base::{Fault, Pose, Shared, check, saved, turn, with_cpu_features};
use crate::bodies::BodyRow;
use crate::bodies::constants::{FORCE_PARTS, LIMIT_REST_SPEED};
use crate::limits::{FAR, MAX_ANGULAR_VELOCITY};
use crate::model::{Joint, Limit, Motor, interpolate};

/// A body with one degree of freedom.
#[derive(Clone, Debug)]
pub(crate) struct JointRow {
    /// The settings from the game; `joint_position` and `joint_velocity` in them are out of date.
    pub(crate) settings: Shared<Joint>,
    /// Row of the body that it moves.
    pub(crate) body: u32,
    /// Coordinate at the time to which the body's pose belongs.
    pub(crate) at: f64,
    /// Speed at that time.
    pub(crate) rate: f64,
    /// Acceleration within this substep.
    pub(crate) acceleration: f64,
    /// Acceleration by forces alone, before contacts and limits.
    pub(crate) free_acceleration: f64,
    /// The way that it goes until an event ends it, and the spring's pull within it.
    course: Course,
    /// Speed per impulse, in impacts.
    pub(crate) inverse_inertia: f64,
    /// Speed per impulse, for forces over the whole substep: spring and damping resist meanwhile.
    pub(crate) effective_inverse_inertia: f64,
    /// Speed gained in the impact that is being resolved.
    pub(crate) impact_velocity_change: f64,
    /// Acceleration by contacts, as last solved.
    pub(crate) contact_acceleration: f64,
    /// Impulse with which the lower and the higher limit hold it in this substep. Scratch.
    pub(crate) limit_impulses: [f32; 2],
    /// Coordinate, speed, gravity and time of the last computation of forces: a joint at rest needs the same again
    /// and again. Scratch.
    last_forces: Option<[f64; 5]>,
    /// Motor and dry friction in this substep, were there no contacts.
    pub(crate) drive: Drive,
    /// The same with contacts. Scratch.
    pub(crate) driven: Drive,
}

saved!(JointRow {
    settings,
    body,
    at,
    rate,
    acceleration,
    free_acceleration,
    inverse_inertia,
    effective_inverse_inertia,
    impact_velocity_change,
    contact_acceleration;
    course, limit_impulses, last_forces, drive, driven
});

/// Motors and friction with bounded force that work towards a speed. `JointRow::compute_forces` computes it for
/// each substep; it is not saved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drive {
    /// The speeds towards which they work, ascending.
    pub(crate) goals: [f64; 2],
    /// By how much each may change the speed within the substep.
    pub(crate) most: [f64; 2],
    /// By how much they change it together.
    pub(crate) given: f64,
}

impl Drive {
    pub(crate) fn is_any(&self) -> bool {
        self.most != [0.0; 2]
    }

    /// Whether a speed is one that is kept: towards which less than all would do.
    pub(crate) fn keeps(&self, speed: f64) -> bool {
        (0..2).any(|n| self.most[n] > 0.0 && speed == self.goals[n])
    }

    /// The same over the first part of the substep, from a speed: speeds are means then, or those of the end.
    pub(crate) fn within(&self, share: f64, speed: f64) -> Self {
        Self {
            goals: self.goals.map(|goal| if share == 1.0 { goal } else { speed + share * (goal - speed) }),
            most: self.most.map(|most| share * most),
            given: share * self.given,
        }
    }

    /// The speed that results from the speed `free` without motor and friction. Both apply their full force until
    /// their speed is reached. So their sum has two steps, and the balance is at one of them or at a level between.
    pub(crate) fn act(&mut self, free: f64) -> f64 {
        let speed = self.balance(free);
        self.given = speed - free;
        speed
    }

    fn balance(&self, free: f64) -> f64 {
        let ([low, high], [a, b]) = (self.goals, self.most);
        if free + a + b < low {
            free + a + b
        } else if free - a + b < low {
            low
        } else if free - a + b < high {
            free - a + b
        } else if free - a - b < high {
            high
        } else {
            free - a - b
        }
    }
}

/// Where a way under a constant acceleration began, and where along it the spring has the pull that is in that. At
/// the end of a substep the two are so related that energy is kept; an event before it finds the work of another
/// spring done. Scratch, of which nothing is saved.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    /// Coordinate at which it began.
    from: f64,
    /// Coordinate at which the spring pulls as it does on the mean of the way.
    middle: f64,
    /// The same for `JointRow::free_acceleration`.
    free_middle: f64,
    /// Force per way, of the spring and of a weight that turns.
    stiffness: f64,
    /// Speed that contacts gave where it began.
    pushed: f64,
}

impl JointRow {
    pub(crate) fn new(settings: Joint, body: u32) -> Self {
        let (at, rate) = (f64::from(settings.joint_position), f64::from(settings.joint_velocity));
        let give = 1.0 / f64::from(settings.inertia);
        Self {
            settings: settings.into(),
            body,
            at,
            rate,
            acceleration: 0.0,
            free_acceleration: 0.0,
            course: Course::default(),
            inverse_inertia: give,
            effective_inverse_inertia: give,
            impact_velocity_change: 0.0,
            contact_acceleration: 0.0,
            limit_impulses: [0.0; 2],
            last_forces: None,
            drive: Drive::default(),
            driven: Drive::default(),
        }
    }

    /// Drives it in another way from now on.
    pub(crate) fn set_motor(&mut self, motor: Motor) {
        self.settings.motor = motor;
        self.last_forces = None;
    }

    /// Whether the numbers are in range.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let mut settings = self.settings.clone();
        // A hinge without limits may have turned further than it may be set.
        (settings.joint_position, settings.joint_velocity) =
            (self.at.clamp(-1e6, 1e6) as f32, self.rate as f32);
        settings.check().map_err(|_| "a hinge or slider is out of range")?;
        let numbers = [
            self.at,
            self.rate,
            self.acceleration,
            self.free_acceleration,
            self.inverse_inertia,
            self.effective_inverse_inertia,
            self.contact_acceleration,
        ];
        let sound = numbers.iter().all(|x| x.abs() <= FAR) && self.impact_velocity_change == 0.0;
        check(sound, "a hinge's or slider's numbers are not finite")
    }

    /// Lowest and highest coordinate.
    pub(crate) fn limits(&self) -> [f64; 2] {
        self.settings.limits.map(f64::from)
    }

    /// The limit at which it stands, but for rounding.
    pub(crate) fn limit(&self) -> Option<Limit> {
        let [low, high] = self.limits();
        let range = high - low;
        let rounding = if range < f64::INFINITY { 1e-7 * range } else { 0.0 };
        if self.at <= low + rounding {
            Some(Limit::Lower)
        } else if self.at >= high - rounding {
            Some(Limit::Upper)
        } else {
            None
        }
    }

    /// Speed towards the lower and the higher limit that is left to a body that rests there, or nearly so: it
    /// comes there slowly within a substep of `h` seconds.
    pub(crate) fn stops(&self, h: f64) -> [Option<f32>; 2] {
        let [low, high] = self.limits();
        let slow = 2.0 * self.free_acceleration.abs() * h;
        [
            (self.at - low, -self.rate, -self.free_acceleration),
            (high - self.at, self.rate, self.free_acceleration),
        ]
        .map(|(gap, speed, pull)| {
            let rests = gap <= 0.0 && speed >= 0.0 || gap <= pull * h * h && speed.abs() <= slow;
            rests.then(|| (gap.max(0.0) / h) as f32)
        })
    }

    /// Whether a limit keeps it from moving this way, where it is `at`.
    pub(crate) fn is_blocked(&self, way: f64, at: f64) -> bool {
        let [low, high] = self.limits();
        way < 0.0 && at <= low || way > 0.0 && at >= high
    }

    /// Acceleration by its own forces and by contacts.
    fn pressed(&self) -> f64 {
        self.free_acceleration + self.contact_acceleration
    }

    /// Whether a limit holds it at rest, against its own forces or against contacts that pressed harder in the last
    /// substep.
    fn rests_at_limit(&self) -> bool {
        let pressed = self.pressed();
        let is_pressed = |limit| if limit == Limit::Lower { pressed < 0.0 } else { pressed > 0.0 };
        self.rate == 0.0
            && (self.is_blocked(self.free_acceleration, self.at) || self.limit().is_some_and(is_pressed))
    }

    /// Whether a limit bears a blow in this direction at a time. A joint on the way back from its limit can move
    /// until it is there again.
    pub(crate) fn is_backed(&self, way: f64, time: f64, body: &BodyRow) -> bool {
        self.is_blocked(way, self.at(time, body)) && self.rate_at(time, body) * way >= 0.0
    }

    /// Works out the acceleration for a substep of `h` seconds.
    pub(crate) fn compute_forces(&mut self, gravity: DVec2, h: f64) {
        let fastest = f64::from(MAX_ANGULAR_VELOCITY);
        self.rate = self.rate.clamp(-fastest, fastest);
        let last_forces = Some([self.at, self.rate, gravity.x, gravity.y, h]);
        if self.last_forces != last_forces {
            self.last_forces = last_forces;
            with_cpu_features!(|| self.sum_up_forces(gravity, h));
        }
        self.acceleration = if self.rests_at_limit() { 0.0 } else { self.free_acceleration };
        (self.course.from, self.course.middle) = (self.at, self.course.free_middle);
    }

    /// The sum of the forces: the mean over the path ahead, if the motor changes on it.
    #[inline(always)]
    fn sum_up_forces(&mut self, gravity: DVec2, h: f64) {
        let resistance = self.resistance(h);
        let changes = !(self.settings.torque_curve.is_empty() && self.settings.speed_curve.is_empty());
        if changes {
            let part = h / f64::from(FORCE_PARTS);
            let resistance = self.resistance(part);
            let [low, high] = self.limits();
            let (mut at, mut rate, mut time) = (self.at, self.rate, 0.0);
            let mut whole = Drive::default();
            for _ in 0..FORCE_PARTS {
                let (gain, drive) = self.force(at, rate, gravity, part, resistance);
                at += (rate + 0.5 * gain * part) * part;
                rate += gain * part;
                time += part;
                whole.goals = drive.goals;
                whole.given += drive.given;
                (0..2).for_each(|n| whole.most[n] += drive.most[n]);
                if at < low || at > high {
                    break;
                }
            }
            let way = 2.0 * (at - self.at);
            self.free_acceleration = if rate * self.rate > 0.0 && way != 0.0 {
                // By the work done: then place and speed belong together, also at a limit.
                (rate * rate - self.rate * self.rate) / way
            } else {
                (rate - self.rate) / time
            };
            self.course.free_middle = 0.5 * (self.at + at);
            whole.given *= h / time;
            whole.most = whole.most.map(|most| most * (h / time));
            self.drive = whole;
        } else {
            (self.free_acceleration, self.drive) = self.force(self.at, self.rate, gravity, h, resistance);
            self.course.free_middle = self.at + (0.5 * self.rate + 0.25 * self.free_acceleration * h) * h;
        }
        // The strongest motor on the lightest hinge exceeds the range of a snapshot.
        self.free_acceleration = self.free_acceleration.clamp(-FAR, FAR);
        self.course.stiffness = f64::from(self.settings.stiffness) + self.weight_stiffness(gravity);
        self.effective_inverse_inertia = 1.0 / resistance;
    }

    /// Inertia, with the answer of spring and damper to an acceleration over `h` seconds.
    fn resistance(&self, h: f64) -> f64 {
        let settings = &self.settings;
        f64::from(settings.inertia)
            + 0.5 * h * f64::from(settings.damping)
            + 0.25 * h * h * f64::from(settings.stiffness)
    }

    /// Torque of the weight per angle, as it falls where a hinge turns.
    fn weight_stiffness(&self, gravity: DVec2) -> f64 {
        let settings = &self.settings;
        if !settings.is_hinge() || settings.mass == 0.0 {
            return 0.0;
        }
        let arm = turn(self.at).rotate(settings.center_of_mass.as_dvec2());
        f64::from(settings.mass) * arm.dot(gravity * f64::from(settings.gravity_scale))
    }

    /// Corrects the course after contacts, which gave it the speed `pushed`, have changed its speed and its
    /// acceleration at the start of a substep of `h` seconds.
    pub(crate) fn bend_course(&mut self, [rate, acceleration]: [f64; 2], pushed: f64, h: f64) {
        let (faster, stronger) = (self.rate - rate, self.acceleration - acceleration);
        self.course.middle += (0.5 * faster + 0.25 * stronger * h) * h;
        self.course.pushed = pushed;
    }

    /// Speed that it has at a coordinate of its way beyond that of a constant acceleration: where an event ends the
    /// way, the spring has pulled as it does between its beginning and there.
    pub(crate) fn regained(&self, time: f64, body: &BodyRow) -> f64 {
        if self.course.stiffness == 0.0 || body.stalled || self.acceleration == 0.0 {
            return 0.0;
        }
        let (at, rate) = (self.at(time, body), self.rate_at(time, body));
        let way = at - self.course.from;
        let more = self.course.stiffness * (self.course.middle - 0.5 * (self.course.from + at)) * way;
        let square = rate * rate + 2.0 * more * self.inverse_inertia;
        libm::copysign(libm::sqrt(square.max(0.0)), rate) - rate
    }

    /// Begins the way for the `left` seconds after an event, with the spring's pull on it.
    fn set_out(&mut self, left: f64) {
        let Course { middle, stiffness, .. } = self.course;
        self.course.from = self.at;
        if stiffness == 0.0 || self.acceleration == 0.0 {
            return;
        }
        let ahead = self.at + 0.5 * left * self.rate;
        let force = self.acceleration / self.inverse_inertia + stiffness * (middle - ahead);
        self.acceleration = force / (1.0 / self.inverse_inertia + 0.25 * stiffness * left * left);
        self.course.middle = ahead + 0.25 * self.acceleration * left * left;
    }

    /// Acceleration over `h` seconds from a coordinate and a speed, by the implicit midpoint rule, and the part of
    /// motor and dry friction in it; `resistance` is that over `h` seconds.
    #[inline(always)]
    fn force(&self, at: f64, rate: f64, gravity: DVec2, h: f64, resistance: f64) -> (f64, Drive) {
        let settings = &self.settings;
        let (stiffness, damping) = (f64::from(settings.stiffness), f64::from(settings.damping));
        let halfway = at + 0.5 * h * rate;
        let pull = gravity * f64::from(settings.gravity_scale);
        let weight = if settings.is_hinge() && settings.mass == 0.0 {
            0.0
        } else if settings.is_hinge() {
            let arm = turn(halfway).rotate(settings.center_of_mass.as_dvec2());
            f64::from(settings.mass) * arm.perp_dot(pull)
        } else {
            f64::from(settings.inertia) * settings.axis().as_dvec2().dot(pull)
        };
        let strength = interpolate(&settings.torque_curve, halfway);
        let mut force = weight - stiffness * (halfway - f64::from(settings.spring_rest)) - damping * rate;
        let (mut target, mut most) = (0.0, 0.0);
        match settings.motor {
            Motor::Off => {}
            Motor::Force(motor) => force += f64::from(motor) * strength,
            Motor::Velocity { target: speed, max_force: force } => {
                target = f64::from(speed) * interpolate(&settings.speed_curve, halfway);
                most = f64::from(force) * strength.abs();
            }
        }
        let per_force = h / resistance;
        let (motor, friction) = ((target, most * per_force), (0.0, f64::from(settings.friction) * per_force));
        let [low, high] = if target < 0.0 { [motor, friction] } else { [friction, motor] };
        let mut drive = Drive { goals: [low.0, high.0], most: [low.1, high.1], given: 0.0 };
        if !drive.is_any() {
            return (force / resistance, drive);
        }
        let speed = drive.act(rate + force * per_force);
        ((speed - rate) / h, drive)
    }

    /// Whether it is free to move: not one that a limit holds at rest, nor one that its motor or dry friction keeps
    /// at the speed that it has.
    pub(crate) fn swings(&self) -> bool {
        !self.keeps_speed() && !self.rests_at_limit()
    }

    /// Speed that motor and dry friction give back, if a pressure on a body that they hold at its speed would
    /// change that by `change`.
    pub(crate) fn answer(&mut self, change: f64) -> f64 {
        if self.acceleration != 0.0 || !self.driven.keeps(self.rate) {
            return 0.0;
        }
        let before = self.driven.given;
        self.driven.act(self.rate - before + change);
        self.driven.given - before
    }

    /// The share of the substep after which the contact solver sees its speed: halfway it is the mean.
    pub(crate) fn share(&self) -> f64 {
        if self.swings() { 0.5 } else { 1.0 }
    }

    fn keeps_speed(&self) -> bool {
        self.free_acceleration == 0.0 && self.drive.keeps(self.rate)
    }

    /// Speed on the straight flight of a substep of `h` seconds, as forces alone make it; of one that a limit
    /// holds, the speed that they would give it.
    pub(crate) fn drift(&self, h: f64) -> f64 {
        self.rate + self.free_acceleration * self.share() * h
    }

    /// Whether it moves or will move in a substep whose forces are known.
    pub(crate) fn is_moving(&self) -> bool {
        self.rate != 0.0 || self.free_acceleration != 0.0 && !self.is_blocked(self.free_acceleration, self.at)
    }

    /// Whether its driving force is the same at every coordinate and speed: its path is a parabola for substeps of
    /// any length.
    pub(crate) fn is_evenly_driven(&self) -> bool {
        let settings = &self.settings;
        let motor = match settings.motor {
            Motor::Off => true,
            Motor::Force(_) => settings.torque_curve.is_empty(),
            Motor::Velocity { .. } => false,
        };
        let swings_by_weight = settings.is_hinge() && settings.mass > 0.0;
        motor && [settings.stiffness, settings.damping, settings.friction] == [0.0; 3] && !swings_by_weight
    }

    /// Coordinate at a time within the substep, not before `body.t`.
    pub(crate) fn at(&self, time: f64, body: &BodyRow) -> f64 {
        let t = if body.stalled { 0.0 } else { time - body.t };
        let [low, high] = self.limits();
        (self.at + (self.rate + 0.5 * self.acceleration * t) * t).clamp(low, high)
    }

    /// Speed at such a time, unless `body` is stalled.
    fn rate_at(&self, time: f64, body: &BodyRow) -> f64 {
        self.rate + self.acceleration * (time - body.t)
    }

    /// Moves on to a time.
    pub(crate) fn fly_to(&mut self, time: f64, body: &mut BodyRow) {
        let t = time - body.t;
        if body.stalled || t == 0.0 || self.rate == 0.0 && self.acceleration == 0.0 {
            body.t = time;
            return;
        }
        self.at = self.at(time, body);
        self.rate += self.acceleration * t;
        body.t = time;
        self.place(body);
    }

    /// Gives the body the pose and the motion that belong to the coordinate.
    pub(crate) fn place(&self, body: &mut BodyRow) {
        let settings = &self.settings;
        if settings.is_hinge() {
            body.angle = self.at;
            body.pose = Pose { origin: settings.position.as_dvec2(), turn: turn(self.at) };
        } else {
            body.angle = f64::from(settings.angle);
            let origin = settings.position.as_dvec2() + settings.axis().as_dvec2() * self.at;
            body.pose = Pose { origin, turn: turn(body.angle) };
        }
        self.drive(body);
    }

    /// Gives the body the motion that belongs to speed and acceleration.
    pub(crate) fn drive(&self, body: &mut BodyRow) {
        if self.settings.is_hinge() {
            (body.spin, body.angular_acceleration) = (self.rate, self.acceleration);
        } else {
            let axis = self.settings.axis().as_dvec2();
            (body.velocity, body.acceleration) = (axis * self.rate, axis * self.acceleration);
        }
    }

    /// Places of the body's origin at the limits.
    pub(crate) fn origins_at_limits(&self) -> [DVec2; 2] {
        let origin = self.settings.position.as_dvec2();
        if self.settings.is_hinge() {
            [origin; 2]
        } else {
            self.limits().map(|at| origin + self.settings.axis().as_dvec2() * at)
        }
    }

    /// Velocity of the body's matter at a point, per unit of speed.
    pub(crate) fn arm(&self, point: DVec2) -> DVec2 {
        if self.settings.is_hinge() {
            (point - self.settings.position.as_dvec2()).perp()
        } else {
            self.settings.axis().as_dvec2()
        }
    }

    /// When it comes to a limit, if that is by the time `until`; seconds after `body.t`.
    pub(crate) fn arrival(&self, body: &BodyRow, until: f64) -> Option<f64> {
        if body.stalled || self.rate == 0.0 && self.acceleration == 0.0 {
            return None;
        }
        let left = until - body.t;
        let [low, high] = self.limits();
        let to_low = reaches(self.at - low, -self.rate, -self.acceleration);
        let to_high = reaches(high - self.at, self.rate, self.acceleration);
        let first = [to_low, to_high].into_iter().flatten().reduce(f64::min)?;
        (first <= left).then_some(first)
    }

    /// Meets a limit: comes back from it or stays, for the `left` seconds of a substep of `h`. Returns the limit and
    /// the speed of arrival, if it arrived.
    pub(crate) fn reach_limit(&mut self, body: &mut BodyRow, left: f64, h: f64) -> Option<(Limit, f64)> {
        let [low, high] = self.limits();
        // By where it is: pushed off a limit to which a motor brings it back within less than a rounding of the time,
        // it still has the speed away from it.
        let (below, above) = (self.at - low, high - self.at);
        let falls = self.rate < 0.0 || self.rate == 0.0 && self.acceleration < 0.0;
        let (limit, out) =
            if below < above || below == above && falls { (Limit::Lower, -1.0) } else { (Limit::Upper, 1.0) };
        self.at = if limit == Limit::Lower { low } else { high };
        let speed = (self.rate + self.regained(body.t, body)) * out;
        let rebound = speed * f64::from(self.settings.limit_restitution);
        self.rate = if rebound > LIMIT_REST_SPEED * ((self.acceleration * h).abs() + self.course.pushed.abs())
        {
            -out * rebound
        } else {
            0.0
        };
        self.set_out(left);
        self.keep_speed(left, h);
        if self.rate == 0.0 && (self.acceleration * out > 0.0 || self.pressed() * out > 0.0) {
            self.acceleration = 0.0;
        }
        self.place(body);
        (speed > 0.0).then_some((limit, speed))
    }

    /// Lets motor and dry friction hold the speed after a limit for the `left` seconds of a substep of `h`, if they
    /// can. The force with which they reached it would drive the joint on, and throw the balls on it.
    fn keep_speed(&mut self, left: f64, h: f64) {
        if !self.driven.keeps(self.rate) || left <= 0.0 {
            return;
        }
        let share = left / h;
        let others = self.acceleration * left - share * self.driven.given;
        let mut drive = Drive { most: self.driven.most.map(|most| share * most), ..self.driven };
        self.acceleration = (drive.act(self.rate + others) - self.rate) / left;
        self.driven.given = drive.given / share;
    }

    /// Ends an impact, for the `left` seconds of a substep: adds its change of speed.
    pub(crate) fn apply_impact_velocity_change(&mut self, body: &mut BodyRow, left: f64) {
        self.rate += self.regained(body.t, body) + core::mem::take(&mut self.impact_velocity_change);
        // The force that a limit had held back acts again.
        if self.acceleration == 0.0 && !self.is_blocked(self.rate, self.at) {
            (self.acceleration, self.course.middle) = (self.free_acceleration, self.course.free_middle);
        }
        self.set_out(left);
        self.drive(body);
    }
}

/// How long until `way` is covered at `speed` and `acceleration` towards it; `None` if never.
fn reaches(way: f64, speed: f64, acceleration: f64) -> Option<f64> {
    if !(way < f64::INFINITY) {
        return None;
    }
    if way <= 0.0 && (speed > 0.0 || speed == 0.0 && acceleration > 0.0) {
        return Some(0.0);
    }
    let square = speed * speed + 2.0 * acceleration * way.max(0.0);
    if square < 0.0 {
        return None;
    }
    let root = libm::sqrt(square);
    if speed < 0.0 {
        // It leaves and is drawn back, from the end of the way as well.
        return (acceleration > 0.0).then(|| (root - speed) / acceleration);
    }
    let sum = speed + root;
    (sum > 0.0 && way > 0.0).then(|| 2.0 * way / sum)
}
