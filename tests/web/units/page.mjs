// Just enough of a browser for the modules of the page, to be tried without one. Time goes on only when a test says so.
let now = 0;
let timers = [];
const listeners = new Map();
const kept = new Map();

export const words = {};
export const clock = {
  /** Let so many milliseconds pass, in the order in which things are due. */
  pass(ms) {
    const end = now + ms;
    for (;;) {
      const next = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((t) => t !== next);
      now = next.at;
      next.run();
    }
    now = end;
  },
};
export const press = (name = "pointerdown") => listeners.get(name)?.forEach((f) => f({ target: {} }));
export const still = { matches: false };

Object.assign(globalThis, {
  performance: { now: () => now },
  setTimeout: (run, ms = 0) => {
    timers.push({ run, at: now + ms });
    return timers.at(-1);
  },
  clearTimeout: (timer) => {
    timers = timers.filter((t) => t !== timer);
  },
  matchMedia: () => still,
  addEventListener: (name, f) => listeners.set(name, [...(listeners.get(name) ?? []), f]),
  localStorage: { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v), removeItem: (k) => kept.delete(k) },
  location: { origin: "http://here" },
  document: {
    hidden: false,
    documentElement: { lang: "en" },
    cookie: "",
    getElementById: () => ({ textContent: JSON.stringify({ words, me: null }) }),
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: () => {},
  },
});
