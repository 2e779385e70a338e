// All tables, and a record from elsewhere to look at.
import { LONG, post } from "./api.js";
import { $, toast } from "./dom.js";
import "./shell.js";

$("#import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = event.target.elements.text.value;
  if (!text.trim()) return;
  try {
    const made = await post("/api/import", { text: text.endsWith("\n") ? text : `${text}\n` }, {}, LONG);
    location.assign(`/r/${made.table.id}?code=${made.table.code ?? ""}`);
  } catch (error) {
    toast(error.message);
  }
});
