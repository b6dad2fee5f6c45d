//! The handle of a wall: drag it to move the wall, drag its edge to make the wall thicker.
