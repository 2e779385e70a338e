// Zoom by hand: the wheel with Ctrl (a pinch on a touch pad is that too) or when already closer, and two fingers.
// The keys + - 0 and the buttons are the table's.

/** @param {import("./board.js").Board} board */
export function zoomable(board) {
  const { root, host } = board;
  const at = (e) => {
    const r = root.getBoundingClientRect();
    return [(e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height, r];
  };
  root.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !host.classList.contains("zoomed")) return;
      event.preventDefault();
      const [px, py] = at(event);
      board.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), px, py);
    },
    { passive: false },
  );
  const fingers = new Map();
  let spread = 0;
  root.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    board.dragged = false;
    spread = 0;
  });
  root.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const [, , r] = at(event);
    if (fingers.size === 2) {
      fingers.set(event.pointerId, event);
      const [a, b] = [...fingers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const mid = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      const [px, py] = at(mid);
      if (spread) board.zoom(now / spread, px, py);
      spread = now;
      board.dragged = true;
    } else if (host.classList.contains("zoomed") && !board.counters.held) {
      const [mx, my] = [event.clientX - was.clientX, event.clientY - was.clientY];
      if (!board.dragged && Math.hypot(mx, my) < 6) return;
      board.dragged = true;
      const { box } = board;
      board.byHand = true;
      board.moveTo({ ...box, x: box.x - (mx / r.width) * box.w, y: box.y - (my / r.height) * box.h });
      fingers.set(event.pointerId, event);
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    root.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      if (board.dragged)
        setTimeout(() => {
          board.dragged = false;
        }, 30);
    });
  }
}
