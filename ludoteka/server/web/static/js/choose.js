// Narrowing: from all legal actions to one, by naming things. Knows the shared names of fields and no rule.
//
// A pick is what somebody pointed at: {at, what, seat} of a thing on a drawing, {verb}, {field, value} or {text}.
const PLACES = ["at", "to"];
const READ = 12; // ways that are all on the board and yet worth a list to read, folded
const FEW = 3; // actions of one verb that stand among other verbs, each with a button of its own
const ROOM = 6; // buttons that are seen at a glance; where there are more, those of one verb become one

/** The field of the action that a thing names, among those not named yet; "" if it names none. */
function fieldOf(action, thing, taken) {
  for (const [name, value] of Object.entries(action.args)) {
    if (taken.includes(name)) continue;
    const word = String(value);
    if (thing.at !== undefined && PLACES.includes(name) && thing.at === word) return name;
    if (thing.what !== undefined && name === "what" && thing.what === word) return name;
    if (thing.seat !== undefined && name === "seat" && thing.seat === word) return name;
  }
  return "";
}

/** Which fields the picks name in this action, in order; null if a pick does not fit. */
function fit(action, picks) {
  const taken = [];
  for (const pick of picks) {
    if (pick.text !== undefined) {
      if (pick.text !== action.text) return null;
    } else if (pick.verb !== undefined) {
      if (pick.verb !== action.verb) return null;
    } else if (pick.field !== undefined) {
      if (String(action.args[pick.field]) !== String(pick.value)) return null;
      taken.push(pick.field);
    } else {
      const name = fieldOf(action, pick, taken);
      if (!name) return null;
      taken.push(name);
    }
  }
  return taken;
}

/** From A to B is not from B to A: who points at a place first means where it begins. */
function inOrder(action, taken) {
  const places = taken.filter((name) => PLACES.includes(name));
  const names = Object.keys(action.args).filter((name) => PLACES.includes(name));
  return places.every((name, i) => name === names[i]);
}

export function narrow(actions, picks) {
  const found = [];
  for (const action of actions) {
    const taken = fit(action, picks);
    if (taken) found.push({ action, ordered: inOrder(action, taken) });
  }
  const ordered = found.filter((f) => f.ordered);
  return (ordered.length ? ordered : found).map((f) => f.action);
}

/** The picks after somebody points at one more thing: added, or in place of what it cannot stand beside. */
export function pickMore(actions, picks, pick) {
  if (narrow(actions, [...picks, pick]).length) return [...picks, pick];
  const isThing = (p) => p.verb === undefined && p.field === undefined && p.text === undefined;
  const alike = (p) => ["at", "what", "seat"].some((kind) => p[kind] !== undefined && pick[kind] !== undefined);
  return [...picks.filter((p) => isThing(p) && !alike(p)), pick];
}

/** Whether pointing at the thing now leaves fewer actions than before, but some. */
export function narrows(candidates, actions, picks, thing) {
  const left = narrow(actions, [...picks, thing]).length;
  return left > 0 && (left < candidates.length || candidates.length === 1);
}

/**
 * What to offer as buttons beside the things that can be clicked.
 * `onPage(kind, value)` says whether there is a thing to click for that value of a field.
 */
export function offers(candidates, picks, onPage) {
  if (candidates.length <= 1) return { kind: "none" };
  const verbs = [...new Set(candidates.map((a) => a.verb))];
  const clickable = (a, name) => onPage(PLACES.includes(name) ? "at" : name, String(a.args[name]));
  const reach = (a) => Object.keys(a.args).some((name) => clickable(a, name));
  const groups = verbs.map((verb) => {
    const actions = candidates.filter((a) => a.verb === verb);
    const alike = (name) => actions.length > 1 && new Set(actions.map((a) => a.args[name])).size < 2; // pointing there decides nothing
    const seen = actions.some((a) => Object.keys(a.args).some((name) => clickable(a, name) && !alike(name)));
    return { verb, actions, seen, whole: actions.length <= FEW && !seen };
  });
  const room = groups.reduce((n, g) => n + (g.whole ? g.actions.length : 1), 0) <= ROOM;
  for (const g of groups) g.whole &&= room || g.actions.length === 1;
  const numbers = verbs.length === 1 && candidates.length > 2 && candidates.every((a) => Object.keys(a.args).join() === "n");
  if (candidates.length <= 6 && !numbers && !candidates.every((a) => reach(a))) {
    const offer = unfold(candidates, clickable);
    const crowded = verbs.length > 1 && groups.some((g) => g.actions.length > 2); // one of many kinds would hide the others
    if (offer.folded.length || !crowded) return offer;
  }
  if (verbs.length > 1) return { kind: "verbs", groups };
  const taken = picks.filter((p) => p.field !== undefined).map((p) => p.field);
  for (const name of Object.keys(candidates[0].args)) {
    const values = [...new Set(candidates.map((a) => a.args[name]))];
    if (taken.includes(name) || values.length < 2) continue;
    if (candidates.every((a) => clickable(a, name))) continue;
    return { kind: "values", field: name, values, numbers: values.every((v) => typeof v === "number") };
  }
  if (candidates.length <= 6) return unfold(candidates, clickable);
  return candidates.length <= READ ? { kind: "actions", actions: [], folded: candidates } : { kind: "none" };
}

/** Whole actions; those that differ by their place are golden on the board and need no button of their own. */
function unfold(candidates, clickable) {
  const values = (name) => new Set(candidates.map((a) => a.args[name]).filter((v) => v !== undefined));
  const apart = PLACES.filter((name) => values(name).size > 2);
  const folded = candidates.filter((a) => apart.some((name) => a.args[name] !== undefined && clickable(a, name)));
  return { kind: "actions", actions: candidates.filter((a) => !folded.includes(a)), folded };
}

/** Actions that begin with what was typed, or whose words contain it. */
export function complete(actions, typed, most = 8) {
  const wish = typed.trim().toLowerCase();
  if (!wish) return [];
  const starts = actions.filter((a) => a.text.toLowerCase().startsWith(wish));
  const words = wish.split(/\s+/);
  const has = (a) => words.every((w) => `${a.text} ${a.label}`.toLowerCase().includes(w));
  return [...starts, ...actions.filter((a) => !starts.includes(a) && has(a))].slice(0, most);
}
