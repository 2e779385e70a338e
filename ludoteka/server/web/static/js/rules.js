// The rules, found by words or number while typing.
import { $, $$ } from "./dom.js";
import "./shell.js";
import { say } from "./words.js";

const rules = $$(".rule").map((element) => ({ element, text: element.textContent.toLowerCase() }));
const input = $("#find input");

function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const { element, text } of rules) {
    element.hidden = !words.every((w) => text.includes(w));
    n += element.hidden ? 0 : 1;
  }
  for (const section of $$(".rule-section")) section.hidden = !section.querySelector(".rule:not([hidden])");
  $("#nothing").hidden = n > 0;
  $("#found").textContent = words.length ? say("js.found", { n }) : "";
}

input.addEventListener("input", find);
$("#find").addEventListener("submit", (event) => event.preventDefault());
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  input.value = asked;
  find();
}
