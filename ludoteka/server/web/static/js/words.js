// The words and data of this page: what the server wrote into it, and messages in the reader's language.
/** @type {{ whole?: Told.Whole } & Record<string, any>} */
export const page = JSON.parse(document.getElementById("page").textContent);
export const lang = document.documentElement.lang;

export function pluralForm(n) {
  n = Math.abs(n);
  if (lang !== "ru") return n === 1 ? 0 : 1;
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14) ? 1 : 2;
}

/** The message with its arguments: "{n} {n:move|moves}", as in the catalogues of the server. */
export function say(id, args = {}) {
  const text = page.words[id] ?? page.names?.[id] ?? id;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) =>
    forms ? forms.split("|")[pluralForm(args[name])] : String(args[name] ?? ""),
  );
}

/** What a value of a field is called in this game. */
export function named(kind, value) {
  const names = page.names ?? {};
  return names[`${kind}.${value}`] ?? names[`what.${value}`] ?? String(value);
}

/** Whether it is called anything. */
export const hasName = (kind, value) => page.names?.[`${kind}.${value}`] !== undefined;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** "3 min", "2 h", "5 d": how long something is. */
export function span(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 90) return say("time.s", { n: s });
  if (s < 5400) return say("time.m", { n: Math.round(s / 60) });
  if (s < 129600) return say("time.h", { n: Math.round(s / 3600) });
  return say("time.d", { n: Math.round(s / 86400) });
}
