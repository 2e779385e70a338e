// What one may do about another person: read their page, not hear them, befriend, block or report them.
import { del, post, put } from "./api.js";
import { button, h, icon, toast } from "./dom.js";
import { page, say } from "./words.js";

/** Whose words are not shown. */
export const unheard = new Set(page.unheard ?? []);

/** The name above a message; another person's opens what can be done about it. */
export function speaker(line, table) {
  if (line.mine || !line.person) return h("b", {}, line.name, " ");
  const open = () => about({ id: line.person, name: line.name, table, message: line.id, code: page.code ?? "" });
  return h("button", { type: "button", class: "speaker", "aria-haspopup": "dialog", onclick: open }, line.name);
}

/** Hide or show again what a person has said. */
export function applyMutes(list) {
  for (const item of list.children) item.hidden = unheard.has(item.dataset.person);
}

function box(name, ...children) {
  const close = button("", { class: "btn quiet icon", "aria-label": say("js.close"), onclick: () => dialog.close() }, icon("x"));
  const dialog = h(
    "dialog",
    { class: "box menu", "aria-label": name, onclose: () => dialog.remove() },
    h("div", { class: "menu-head" }, h("b", {}, name), close),
    ...children,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A dialog about one person, perhaps about something they said. */
export function about({ id, name, table, message, code }) {
  const muted = unheard.has(id);
  const item = (what, sign, action) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            dialog.close();
            action();
          },
        },
        icon(sign),
        say(what),
      ),
    );
  const dialog = box(
    name,
    h(
      "ul",
      {},
      h("li", {}, h("a", { href: `/players/${id}` }, icon("user"), say("js.player_page"))),
      item(muted ? "js.unmute" : "js.mute", "sound", () => mute(id, !muted)),
      item("js.report", "scroll", () => report({ id, name, table, message, code })),
    ),
  );
}

export async function mute(id, wish) {
  try {
    await (wish ? put(`/api/me/people/${id}/mute`) : del(`/api/me/people/${id}/mute`));
    if (wish) unheard.add(id);
    else unheard.delete(id);
    for (const list of document.querySelectorAll("ol.chat")) applyMutes(list);
    toast(say(wish ? "js.muted" : "js.unmuted"));
  } catch (error) {
    toast(error.message);
  }
}

/** Write to those who keep order. */
export function report({ id = "", name, table = "", message = 0, code = "" }) {
  const text = h("textarea", {
    class: "input",
    rows: "4",
    maxlength: "1000",
    required: true,
    "aria-label": say("js.report_why"),
    placeholder: say("js.report_why"),
  });
  const form = h(
    "form",
    {
      class: "form",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await post("/api/reports", { text: text.value, person: message ? "" : id, table, message, code });
          dialog.close();
          toast(say("js.reported"));
        } catch (error) {
          toast(error.message);
        }
      },
    },
    text,
    button(say("js.report_send"), { type: "submit", class: "btn primary" }),
  );
  const dialog = box(say("js.report_of", { name }), form);
  text.focus();
}
