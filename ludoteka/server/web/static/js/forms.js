// Forms that say under themselves what came of them.
import { $, fill, icon } from "./dom.js";
import { say } from "./words.js";

export function tell(form, text, good = true) {
  let box = form.nextElementSibling;
  while (!box?.classList.contains("said")) box = box ? box.nextElementSibling : form.closest("fieldset, section").querySelector(".said");
  box.hidden = !text;
  box.className = `said verdict${good ? " good" : ""}`;
  fill(box, icon(good ? "check" : "no"), " ", text);
}

/** What a form does: `work(elements, submitter)` answers with the words to show, or throws. */
export function on(id, work) {
  const form = $(id);
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell(form, "");
    try {
      tell(form, (await work(form.elements, event.submitter)) ?? say("js.saved"));
    } catch (error) {
      tell(form, error.message, false);
    }
  });
}
