// What every page has: theme, contrast, language, menu, preferences, news of my tables.
import { patch } from "./api.js";
import { $, $$, fill, h, icon, toast } from "./dom.js";
import { line } from "./live.js";
import { page, say } from "./words.js";

const YEAR = 31536000;
const remember = (name, value) => {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
};

/** Choices that an account takes along to other devices. */
export const KEPT = ["theme", "contrast", "at_once", "sound", "notation"];

/** Choices of this browser; the server reads theme, contrast and language from them when it writes a page. */
export const prefs = {
  get: (name) =>
    document.cookie
      .split("; ")
      .find((c) => c.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? "",
  set: (name, value) => remember(name, value),
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";

export function setTheme(theme) {
  remember("theme", theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

export function setContrast(value) {
  remember("contrast", value);
  if (value) document.documentElement.dataset.contrast = value;
  else delete document.documentElement.dataset.contrast;
}

export async function setLang(lang) {
  remember("lang", lang);
  if (page.me) await patch("/api/me", { lang }).catch(() => {});
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  location.replace(here);
}

let audio = null;
/** Two short tones, only for those who want them. */
export function sound() {
  if (prefs.get("sound") !== "on") return;
  audio ??= new AudioContext();
  [523, 784].forEach((pitch, i) => {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const at = audio.currentTime + i * 0.12;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.2);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.22);
  });
}

for (const element of $$("[data-lang]")) element.addEventListener("click", () => setLang(element.dataset.lang));
for (const element of $$("[data-set-theme]")) element.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
const menu = $("#menu");
$("#menu-open")?.addEventListener("click", () => menu.showModal());
menu?.addEventListener("click", (event) => {
  if (event.target === menu || event.target.closest("[data-close]")) menu.close();
});

/** My tables everywhere: a word when it becomes my turn at another one; and a word when I am nobody any more. */
if (page.me && !page.quiet) {
  let known = null;
  line.listen({
    tables: (tables) => {
      const turns = new Set(tables.filter((t) => (t.your_turn || t.invited) && t.id !== page.id).map((t) => t.id));
      for (const t of tables) {
        if (known && turns.has(t.id) && !known.has(t.id)) {
          toast(say(t.invited ? "js.invited_to" : "js.turn_at", { title: t.title }), {
            label: say("js.go"),
            action: () => location.assign(`/t/${t.id}`),
          });
          sound();
        }
      }
      known = turns;
      document.dispatchEvent(new CustomEvent("my-tables", { detail: tables }));
    },
    out: () => {
      const bar = $("#out") ?? h("p", { id: "out", class: "link-bar", role: "alert" });
      fill(bar, icon("user"), " ", say("js.logged_out"), " ", h("a", { href: "/me" }, say("js.log_in")));
      document.body.prepend(bar);
      document.body.classList.add("out");
    },
  });
  line.open();
}

for (const link of $$(".top nav a.link"))
  if (link.pathname !== "/" && `${location.pathname}/`.startsWith(`${link.pathname}/`)) link.setAttribute("aria-current", "page");

/** The service worker makes the page one that can be installed; it is no hurry. */
if ("serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), 2000));
}
