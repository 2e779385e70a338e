// Pieces that stand elsewhere than before: found by what they are and where they stood, then set in motion.
import { $$ } from "./dom.js";

/** The middle of a thing in the units of the drawing. */
export function centre(element) {
  const box = element.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Pieces: what they are, whatever they carry at the moment, and where they stand in the units of the drawing. */
export function pieces(layer) {
  return $$(".piece", layer).map((element) => ({ element, kind: kindOf(element), spot: element.dataset.spot, ...anchor(element) }));
}

/** What a drawing says it is, or the symbols it is made of: numbers, marks and states on it may change. */
function kindOf(element) {
  const symbols = [element, ...$$("use", element)].map((e) => e.getAttribute("href")).filter(Boolean);
  return element.dataset.piece ?? symbols.slice(0, 2).join(" ");
}

/** Where it was put, not where its middle is: what is added to it moves the middle. */
function anchor(element) {
  const shift = element.getAttribute("transform")?.match(/translate\(([-\d.]+)[ ,]+([-\d.]+)/);
  if (shift) return { x: Number(shift[1]), y: Number(shift[2]) };
  const placed = element.hasAttribute("x") ? element : element.querySelector("[x]");
  return { x: Number(placed?.getAttribute("x") ?? 0), y: Number(placed?.getAttribute("y") ?? 0) };
}

const NEAR = 3; // units within which a piece has not moved

/** Whether a piece stands where it stood: on the same spot where drawings name it, for what lies under it may have been shifted. */
const stays = (q, p) => q.kind === p.kind && (p.spot ? q.spot === p.spot : Math.hypot(q.x - p.x, q.y - p.y) < NEAR);

/** Pieces that came, with the piece they were before if it is certain which; and those that went. Untouched ones are in neither. */
export function moved(before, after) {
  const left = [...before];
  const fresh = after.filter((p) => {
    const i = left.findIndex((q) => stays(q, p));
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
  const alone = (list, kind) => list.filter((p) => p.kind === kind).length === 1;
  return fresh.map((p) => ({ ...p, from: alone(fresh, p.kind) && alone(left, p.kind) ? left.find((q) => q.kind === p.kind) : null }));
}

/** A piece that stands elsewhere now slides there; a new one grows out of its place. */
export function glide(before, after) {
  const fresh = moved(before, after);
  if (fresh.length > 12) return;
  const timing = { duration: 260, easing: "cubic-bezier(.2,.7,.2,1)" };
  for (const { element, from, x, y } of fresh) {
    const [cx, cy] = centre(element);
    const shifted = element.hasAttribute("transform");
    element.style.transformBox = "view-box"; // the own box of a symbol that is used elsewhere begins at 0, 0
    element.style.transformOrigin = `${cx + (shifted ? x : 0)}px ${cy + (shifted ? y : 0)}px`;
    if (from) element.animate([{ translate: `${from.x - x}px ${from.y - y}px` }, { translate: "0 0" }], timing);
    else
      element.animate(
        [
          { opacity: 0, scale: 0.6 },
          { opacity: 1, scale: 1 },
        ],
        timing,
      );
  }
}
