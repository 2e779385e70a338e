// A bot's advice: asked for once per position, and only where the match need not count.
import { LONG, post } from "./api.js";
import { fill, h } from "./dom.js";
import { capital, say } from "./words.js";

export class Advice {
  /** `choose(text, label)` takes a piece of advice up; `offered(text)` says whether it can still be done. */
  constructor(table, { choose, offered, looking }) {
    this.table = table;
    this.on = { choose, offered, looking };
    this.host = h("div", { class: "advice", hidden: true, "aria-live": "polite" });
    this.asked = null;
  }

  forget() {
    this.host.hidden = true;
    this.asked = null;
  }

  async ask(n) {
    if (this.asked === n) return;
    this.asked = n;
    const dots = h("span", { class: "think", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    this.#show(h("p", { class: "muted small" }, say("js.hint_thinks"), dots));
    try {
      const found = await post(`${this.table.path}/hint`, { n, seat: this.table.seat() }, {}, LONG);
      if (this.asked === n) this.#given(found.filter((f) => this.on.offered(f.text)));
    } catch (error) {
      if (this.asked !== n) return;
      this.asked = null;
      this.#show(h("p", { class: "muted small" }, error.message));
    }
  }

  #given(found) {
    const rows = found.map((f) =>
      h(
        "button",
        {
          type: "button",
          class: "choice",
          onclick: () => this.on.choose(f.text, f.words),
          ...this.on.looking(f.text),
        },
        h("span", {}, capital(f.words), h("small", {}, f.why)),
      ),
    );
    this.#show(
      h("div", { class: "choices one" }, rows.length ? rows : h("p", { class: "muted" }, say("js.hint_none"))),
      h("p", { class: "muted small" }, say("js.hint_from")),
    );
  }

  #show(...content) {
    fill(this.host, ...content);
    this.host.hidden = false;
    this.host.parentElement.scrollTop = 0;
    this.table.moved?.();
  }
}
