// A link of a mail: shows what it would do and asks once more. Nothing is played before that.
import { post } from "./api.js";
import { $, button, fill } from "./dom.js";
import "./shell.js";

const [code, number] = location.hash.slice(1).split(".");

function fail(error) {
  $("#answer-problem").textContent = error.message;
  $("#answer-problem").hidden = false;
  $("#answer").hidden = true;
}

const give = (answer) => post("/api/answers/", { code, answer }).then(({ table }) => location.assign(`/t/${table}`), fail);

async function show() {
  const { table, title, ask, answers } = await post("/api/answers/look", { code });
  const wanted = Number(number) || 0;
  $("#answer-title").textContent = title;
  $("#answer-ask").textContent = ask;
  const chosen = button(answers[wanted] ?? answers[0], { class: "btn primary big", onclick: () => give(wanted) });
  const others = answers.flatMap((text, i) => (i === wanted ? [] : [button(text, { onclick: () => give(i) })]));
  fill($("#answer-choices"), chosen, ...others);
  $("#answer-table").href = `/t/${table}`;
  $("#answer").hidden = false;
  chosen.focus();
}
if ($("#answer")) {
  history.replaceState(null, "", location.pathname);
  show().catch(fail);
} // else somebody has to log in and come back by the same link
