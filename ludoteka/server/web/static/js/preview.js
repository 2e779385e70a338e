// A plan before it is made: a line for each cause, what is left, what others may do then.
import { counted, h, hasSign } from "./dom.js";
import { prefs } from "./shell.js";
import { capital, say } from "./words.js";

const sign = (n) => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;

/** Losses, then gains: −3 workers +2 points. */
export const amounts = (list) =>
  [...list.filter((a) => a.n < 0), ...list.filter((a) => a.n >= 0)].map((a) =>
    h("b", { class: a.n > 0 ? "gain num" : "loss num" }, counted(sign(a.n), a), " "),
  );

/** Whether a preview would only say again what the question says. */
export const repeats = ({ whole, lines, keep, others, then, ends, contest }) =>
  !whole &&
  lines.length <= 1 &&
  !lines[0]?.amounts.length &&
  !lines[0]?.instead.length &&
  !keep.length &&
  !others.length &&
  (contest || !then.length) &&
  !ends;

/** Whether a preview itself offers every other answer. */
export const covers = ({ lines }, actions) => (lines[0]?.instead.length ?? 0) >= actions.length - 1;

/** `change(atoms)` is called when somebody wants another answer than the usual one. */
export function preview(plan, change) {
  const [first, ...more] = plan.lines;
  const asked = first && !more.length && !first.amounts.length && !first.instead.length; // the question says it
  const alone = first && !more.length && !first.instead.length && capital(first.label) === capital(plan.title);
  const lines = (asked ? [] : plan.lines).map((line) =>
    h(
      "div",
      { class: "row" },
      alone ? null : h("span", {}, capital(line.label), line.instead.length ? otherwise(line.instead, change) : null),
      h("span", {}, amounts(line.amounts)),
    ),
  );
  const bare = plan.keep.some(hasSign); // signs keep their numbers apart, and a dot would hang at the end of a line
  const keep = plan.keep.filter((a) => a.n !== 0 || plan.total.some((b) => b.kind === a.kind));
  return [
    plan.whole
      ? h("details", { class: "folded" }, h("summary", {}, say("js.whole_plan")), h("p", { class: "small" }, capital(plan.whole)))
      : null,
    lines,
    keep.length
      ? h(
          "div",
          { class: "row keep" },
          h("b", {}, say("js.you_keep")),
          h(
            "b",
            { class: "num" },
            keep.map((a, i) => [i ? (bare ? " " : " · ") : "", h("span", { class: "kept" }, counted(String(a.n), a))]),
          ),
        )
      : null,
    plan.others.map((said) => h("div", { class: "row" }, said)),
    (plan.contest ? [] : plan.then).map((sentence) => h("div", { class: "row then" }, sentence)),
    plan.ends ? h("div", { class: "row then" }, plan.ends) : null,
    h("code", { class: "atoms", hidden: prefs.get("notation") !== "yes" }, plan.atoms.join("; ")),
  ];
}

function otherwise(others, change) {
  return h(
    "span",
    { class: "otherwise" },
    others.map((o) =>
      h(
        "button",
        {
          type: "button",
          class: "link",
          onclick: () => change(o.atoms),
        },
        say("js.or_rather", { what: o.label }),
      ),
    ),
  );
}

/** The plan in one breath, for those who listen. */
export const spoken = (plan) =>
  [
    plan.whole || plan.title,
    ...plan.lines.map((l) => `${l.label} ${l.amounts.map((a) => `${sign(a.n)} ${a.what}`).join(" ")}`),
    ...plan.others,
    ...plan.then,
    plan.ends,
  ]
    .filter(Boolean)
    .map((said) => said.trim().replace(/\.$/, ""))
    .join(". ");

/** What a plan costs and brings in all, for a button. */
export const total = (plan) => plan.total.map((a) => `${sign(a.n)} ${a.what}`).join(" ");
