// Points over time: one line per seat with its own dash and shape, named at its end.
import { svg, tintOf } from "./dom.js";
import { say } from "./words.js";

const DASH = ["", "", "7 5", "2 5", "9 4 2 4"];

const MOST = 160; // points per line: more than a screen can show

/** From the points after every action to lines, at some steps. */
export function curveOf(scores) {
  const every = Math.max(1, Math.floor(scores.length / MOST));
  const steps = scores.map((_, i) => i).filter((i) => i % every === 0 || i === scores.length - 1);
  return { steps, points: scores[0].map((_, seat) => steps.map((i) => scores[i][seat])) };
}

/**
 * What a match is counted in: steps at which a round or turn begins, and its number.
 * @typedef {{ unit: string, begins: [number, number][] }} Ages
 */

/** From actions to rounds or turns, each as wide as the others: `begins` are [step, number]. */
export function scaleOf({ begins }, last) {
  const ends = [...begins.slice(1).map(([step]) => step), last];
  return (step) => {
    const i = Math.max(
      0,
      begins.findLastIndex(([from]) => from <= step),
    );
    const [from, wide] = [begins[i]?.[0] ?? 0, Math.max(1, (ends[i] ?? last) - (begins[i]?.[0] ?? 0))];
    return i + Math.min(1, (step - from) / wide);
  };
}

/**
 * Returns the <svg> as `root`, and where things are in it.
 * @param {{ steps: number[], points: number[][] }} curve a line of points per seat
 * @param {string[]} names per seat, then of sides that are none
 * @param {{ ages: Ages, low?: number, high?: number, last?: number, unit?: string, label?: string, seats?: number }} how
 */
export function chart(
  curve,
  names,
  { ages, low, high, last = curve.steps.at(-1) || 1, unit = "", label: said = null, seats = names.length },
) {
  const phone = matchMedia("(max-width: 760px)").matches;
  const [W, H, edge, right, top, bottom] = phone ? [640, 400, 58, 190, 18, 34] : [640, 280, 44, 150, 14, 26];
  const left = edge + (phone && unit ? 20 : 0); // "100 %" is wide
  const line = phone ? 25 : 17; // from one name to the next
  const all = curve.points.flat();
  low ??= Math.min(0, ...all);
  high ??= Math.max(1, ...all);
  const scale = scaleOf(ages, last);
  const x = (step) => left + ((W - left - right) * scale(step)) / ages.begins.length;
  const y = (v) => H - bottom - ((H - top - bottom) * (v - low)) / (high - low);
  const root = svg("svg", {
    class: "chart",
    viewBox: `0 0 ${W} ${H}`,
    role: "img",
    "aria-label": said ?? say("js.chart_label", { names: names.map((n, i) => `${n} ${curve.points[i].at(-1)}`).join(", ") }),
  });
  const size = niceStep((high - low) / 5);
  for (let v = Math.ceil(low / size) * size; v <= high; v += size) {
    root.append(
      svg("path", { class: "grid", d: `M${left} ${y(v)}H${W - right}` }),
      label(left - 8, y(v) + 4, `${v}${unit}`, "end", "tick"),
    );
  }
  const every = niceStep(ages.begins.length / (phone ? 5 : 10));
  let free = 0; // from where on there is room
  for (const [step, n] of ages.begins.filter(([, n]) => n > 0 && (n % every === 0 || every === 1 || n === 1))) {
    const text = n === 1 ? say(`js.axis_${ages.unit}`, { n }) : String(n);
    const half = text.length * 4;
    if (x(step) - half < free) continue;
    free = x(step) + half;
    root.append(label(x(step), H - 6, text, "middle", "tick"));
  }
  const ends = curve.points.map((points, seat) => ({ seat, value: points.at(-1), y: y(points.at(-1)), at: 0 })).sort((a, b) => a.y - b.y);
  ends.forEach((e, i) => {
    e.at = Math.max(e.y, i ? ends[i - 1].at + line : top);
  });
  let lowest = H - bottom; // names that were pushed below the picture push the others up
  for (const e of [...ends].reverse()) lowest = (e.at = Math.min(e.at, lowest)) - line;
  for (const { seat, value, at } of ends) {
    const points = curve.points[seat];
    const d = points.map((v, i) => `${i ? "L" : "M"}${x(curve.steps[i]).toFixed(1)} ${y(v).toFixed(1)}`).join("");
    const side = seat >= seats; // nobody's: without a sign
    const group = svg("g", { class: side ? "other" : tintOf(seat) });
    group.append(svg("path", { class: "line", d, "stroke-dasharray": DASH[seat] ?? "" }));
    const marks = points.length > 8 ? [0.25, 0.5, 0.75, 1].map((k) => Math.round((points.length - 1) * k)) : points.map((_, i) => i);
    for (const i of side ? [] : marks) {
      group.append(svg("use", { href: `#sig-${seat + 1}`, x: x(curve.steps[i]) - 6, y: y(points[i]) - 6, width: 12, height: 12 }));
    }
    group.append(label(W - right + 12, at + 4, `${cut(names[seat])} ${value}${unit}`, "start", "end"));
    root.append(group);
  }
  return { root, x, y, top, bottom: H - bottom };
}

function label(x, y, text, anchor, cls) {
  const element = svg("text", { x, y, "text-anchor": anchor, class: cls });
  element.textContent = text;
  return element;
}

const cut = (name) => (name.length > 13 ? `${name.slice(0, 12)}…` : name);

function niceStep(rough) {
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const step = [1, 2, 5, 10].find((k) => k * size >= rough) * size;
  return Math.max(1, step);
}
