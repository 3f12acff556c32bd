//! Links at the door.

use glam::Vec2;

use crate::api::periodic;
use crate::base::{Fault, check};
use crate::error::Error;
use crate::id::LinkId;
use crate::model::{Link, LinkEnd};
use crate::recording::Call;
use crate::world::{Change, World};

/// Rods, ropes and springs.
impl World {
    fn check_link(&self, link: &Link) -> Result<(), Error> {
        link.check()?;
        periodic::check_link(&self.torus())?;
        for end in [link.a, link.b] {
            match end {
                LinkEnd::Ball(id) => {
                    let expected = "a ball (for the end of a link on a body: LinkEnd::Body(id, point))";
                    self.ball_row(id).map_err(|error| match error {
                        Error::WrongKind { body, .. } => Error::WrongKind { body, expected },
                        other => other,
                    })?;
                }
                LinkEnd::Body(id, _) => {
                    self.body_row(id)?;
                }
                LinkEnd::Point(_) => {}
            }
        }
        Ok(())
    }

    /// Links two ends. The link is removed with either of its bodies.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Link, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.5, 0.0), 0.1))?;
    /// world.add_link(Link::rope(Vec2::ZERO, ball, 1.0))?; // hangs from the origin
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.position(ball).is_some_and(|at| at.length() < 1.0 + 1e-3));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownBody`] or [`Error::WrongKind`] if the body at an end was removed or is of another kind,
    /// [`Error::WrongCount`] if no end is a ball or both are the same, [`Error::OutOfRange`] if a number is out of
    /// range. [`Error::Periodic`] in the box of [`Config::periodic`](crate::Config::periodic).
    pub fn add_link(&mut self, link: Link) -> Result<LinkId, Error> {
        self.record(|| Call::AddLink(link));
        self.check_link(&link)?;
        self.changed(Change::Pull);
        Ok(self.state.links.all.insert(link))
    }

    /// Changes a link: reels a rope in, or ties an end to something else.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::{Vec2, vec2};
    /// use carom::{Ball, Config, Link, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let ball = world.add_ball(Ball::new(vec2(0.0, -1.0), 0.1))?;
    /// let rope = world.add_link(Link::rope(Vec2::ZERO, ball, 1.0))?;
    /// world.set_link(rope, Link::rope(Vec2::ZERO, ball, 0.9))?; // reels it in
    /// assert_eq!(world.link(rope).map(|link| link.max_length), Some(0.9));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownLink`] if it was removed, and as [`add_link`](Self::add_link).
    pub fn set_link(&mut self, id: LinkId, link: Link) -> Result<(), Error> {
        self.record(|| Call::SetLink(id, link));
        self.check_link(&link)?;
        *self.state.links.all.get_mut(id).ok_or(Error::UnknownLink(id))? = link;
        self.changed(Change::Pull);
        Ok(())
    }

    /// Removes a link.
    ///
    /// # Errors
    /// [`Error::UnknownLink`] if it was removed before, also with one of its bodies.
    pub fn remove_link(&mut self, id: LinkId) -> Result<(), Error> {
        self.record(|| Call::RemoveLink(id));
        self.state.links.all.remove(id).ok_or(Error::UnknownLink(id))?;
        self.changed(Change::Pull);
        Ok(())
    }

    /// A link; `None` if it was removed.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<Link> {
        self.state.links.all.get(id).copied()
    }

    /// All links.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link)> + '_ {
        self.state.links.all.iter().map(|(id, link)| (id, *link))
    }

    /// Where the two ends of a link are, length units; `None` if it was removed.
    #[must_use]
    pub fn link_ends(&self, id: LinkId) -> Option<[Vec2; 2]> {
        let link = self.link(id)?;
        let place = |end| match end {
            LinkEnd::Ball(ball) => self.position(ball),
            LinkEnd::Point(point) => Some(point),
            LinkEnd::Body(body, point) => {
                let pose = self.state.body_set.rows[self.body_row(body).ok()? as usize].pose;
                Some(pose.to_world(point.as_dvec2()).as_vec2())
            }
        };
        Some([place(link.a)?, place(link.b)?])
    }

    pub(crate) fn check_links(&self) -> Result<(), Fault> {
        self.state.links.all.check()?;
        let sound = self.state.links.all.iter().all(|(_, link)| self.check_link(link).is_ok());
        check(sound, "a link is out of range or tied to what is gone")
    }
}
