// The chooser: a choice that lasts for the whole match, such as a faction. Names in a list, beside it the card and the board of one.
//
// It takes the place of the board while a panel with the place "choose" is there. Whoever is not asked may read along.
import { face, ruleLinks } from "./card.js";
import { Board } from "./board.js";
import { $, $$, button, fill, h, icon, sign } from "./dom.js";
import { Homes } from "./homes.js";
import { phone } from "./layout.js";
import { capital, say } from "./words.js";

const KEPT = { all: () => true, free: (cand) => !cand.matches(".taken"), easy: (cand) => cand.dataset.hard === "1" };

export class Chooser {
  /** `choose(thing, element)` is called when somebody wants one; `cards` explains them; below the question stands a small map. */
  constructor(host, cards, choose, question) {
    this.cards = cards;
    this.choose = choose;
    this.homes = new Homes(question);
    this.kept = "all";
    this.filter = h(
      "div",
      { class: "seg", role: "group", hidden: true },
      Object.keys(KEPT).map((name) => this.#kind(name)),
    );
    this.list = h("div", { class: "picks", role: "group" });
    this.detail = h("div", { class: "detail" });
    this.note = h("p", { class: "small muted", hidden: true }, say("js.hard_dots"));
    this.random = button("", { class: "btn random", "aria-label": say("js.at_random") }, icon("die"), h("span", {}, say("js.at_random")));
    this.compare = button(say("js.compare"), { class: "btn compare", "aria-pressed": "false", onclick: () => this.#compare() });
    this.filter.append(this.random);
    this.root = h("section", { class: "chooser panel", hidden: true }, this.list, this.detail, this.compare);
    this.toggle = button(say("js.see_board"), {
      class: "btn see-board",
      "aria-pressed": "false",
      hidden: true,
      onclick: () => this.#peek(),
    });
    host.prepend(this.root, this.toggle);
    this.#swipe();
  }

  /** Show what the panel offers; `picked` is what the player points at, `owners` says which seat plays what. Without a panel the board is back. */
  show(panel, actions, picked, owners, map) {
    this.root.hidden = !panel || this.peeking;
    this.toggle.hidden = !panel;
    this.homes.of(panel ? map : null);
    if (!panel) {
      this.shown = this.key = null;
      this.peeking = false;
      return;
    }
    this.root.setAttribute("aria-label", panel.title);
    const open = new Set(actions.map((a) => a.args.what));
    const things = read(panel.svg.live);
    const key = JSON.stringify([things, [...open], [...owners]]);
    if (key !== this.key) {
      this.key = key;
      this.things = things;
      this.open = open;
      this.owners = owners;
      this.#fill();
    }
    const wanted = picked?.what ?? this.shown ?? things.find((t) => open.has(t.what))?.what ?? things[0]?.what;
    if (wanted) this.#read(wanted);
    if (phone() && !picked?.what && this.offered !== this.key) this.#point(wanted); // the question is about one at once
  }

  /** Choose it in the list, once for a question: who takes it back is not asked again. */
  #point(what) {
    const cand = this.open.has(what) && $(`[data-what="${CSS.escape(what)}"]`, this.list);
    if (!cand) return;
    this.offered = this.key;
    queueMicrotask(() => cand.click()); // when what is shown now is done
  }

  #fill() {
    const open = this.things.filter((t) => this.open.has(t.what));
    this.random.hidden = open.length < 2;
    this.random.onclick = () => $(`[data-what="${CSS.escape(open[Math.floor(Math.random() * open.length)].what)}"]`, this.list)?.click();
    fill(
      this.list,
      this.filter,
      this.things.map(({ what, label }) =>
        h(
          "button",
          {
            type: "button",
            class: (this.open.size ? this.open.has(what) : !this.owners.has(label)) ? "cand" : "cand taken",
            "data-what": what,
            onclick: (event) => {
              this.#read(what);
              if (this.open.size) this.choose({ what, label }, event.currentTarget); // what is taken says so
            },
          },
          h("span", { class: "thumb" }),
          h("span", { class: "called" }, capital(label)),
          this.owners.has(label) ? sign(this.owners.get(label)) : null,
        ),
      ),
      this.note,
    );
    this.cards.of(this.things.map((t) => `what:${t.what}`)).then(
      (cards) => {
        for (const card of cards.filter(Boolean)) {
          const cand = $(`[data-what="${CSS.escape(card.thing.slice(5))}"]`, this.list);
          const thumb = cand && $(".thumb", cand);
          if (card.face && thumb && !thumb.childElementCount) new Board(thumb).show({ ...card.face, label: "" }, false);
          if (card.hard && cand) cand.dataset.hard = card.hard;
          if (card.hard && cand && !$(".dots", cand)) $(".called", cand).append(dots(card.hard));
        }
        this.filter.hidden = this.note.hidden = !cards.some((c) => c?.hard);
        this.#keep();
      },
      () => {},
    );
  }

  #kind(name) {
    const keep = () => {
      this.kept = name;
      this.#keep();
    };
    return button(say(`js.keep_${name}`), { class: "btn", "data-keep": name, "aria-pressed": String(name === "all"), onclick: keep });
  }

  /** Only those in the list that the filter lets through; the one that is read stays. */
  #keep() {
    for (const e of $$(".cand", this.list)) e.hidden = !KEPT[this.kept](e) && e.dataset.what !== this.shown;
    for (const e of $$("[data-keep]", this.filter)) e.setAttribute("aria-pressed", String(e.dataset.keep === this.kept));
  }

  /** What is read now stays, and the next one stands beside it. */
  #compare() {
    this.beside = this.beside ? null : this.read;
    this.compare.setAttribute("aria-pressed", String(Boolean(this.beside)));
    this.#write(this.read);
  }

  async #read(what) {
    if (this.shown !== what) {
      this.shown = what;
      for (const e of $$(".cand", this.list)) e.setAttribute("aria-current", String(e.dataset.what === what));
      $('[aria-current="true"]', this.list)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    const card = await this.cards.large(`what:${what}`).catch(() => null);
    if (!card || this.shown !== what || this.detail.dataset.what === what) return;
    this.detail.dataset.what = what;
    this.#write(card);
  }

  #write(card) {
    this.read = card;
    this.homes.show(card.places);
    const two = this.beside && this.beside.thing !== card.thing;
    this.detail.classList.toggle("two", Boolean(two));
    if (two) fill(this.detail, this.#half(this.beside), this.#half(card));
    else {
      const art = card.face ? h("div", { class: "portrait" }) : null;
      fill(this.detail, [...this.#half(card).childNodes], h("p", { class: "ft" }, ruleLinks(card.rules)), art);
      if (art) new Board(art).show({ ...card.face, label: card.name }, false);
    }
    this.detail.scrollTop = 0;
  }

  /** One of two that are compared, or all that is said of the only one. */
  #half(card) {
    const half = h("div", { class: "half" }, face({ ...card, face: null }));
    if (card.hard) ($("h4 small", half) ?? $("h4 > span", half))?.append(dots(card.hard));
    return half;
  }

  #peek() {
    this.peeking = !this.peeking;
    this.root.hidden = this.peeking;
    this.toggle.setAttribute("aria-pressed", String(this.peeking));
    this.toggle.textContent = say(this.peeking ? "js.see_choice" : "js.see_board");
  }

  /** On a phone a swipe over the card turns to the next one. */
  #swipe() {
    let from = null;
    this.detail.addEventListener(
      "touchstart",
      (e) => {
        from = e.touches[0];
      },
      { passive: true },
    );
    this.detail.addEventListener("touchend", (e) => {
      const [dx, dy] = [e.changedTouches[0].clientX - from.clientX, e.changedTouches[0].clientY - from.clientY];
      if (Math.abs(dx) < 50 || Math.abs(dx) < 2 * Math.abs(dy)) return;
      e.stopPropagation(); // elsewhere a swipe changes the view
      const i = this.things.findIndex((t) => t.what === this.shown) - Math.sign(dx);
      if (this.things[i]) $$(".cand", this.list)[i].click();
    });
  }
}

/** How hard it is, as one to three dots. */
function dots(n) {
  const label = say("js.hard_of", { n });
  return h("span", { class: "dots", role: "img", "aria-label": label, title: label }, "●".repeat(n) + "○".repeat(3 - n));
}

/** The things that a drawing names. */
function read(live) {
  const found = new DOMParser().parseFromString(`<svg>${live}</svg>`, "text/html");
  return $$("[data-what]", found).map((e) => ({ what: e.dataset.what, label: e.getAttribute("aria-label") }));
}
