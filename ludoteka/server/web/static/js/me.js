// Settings: looks, play, name, account, sessions.
import { del, get, post } from "./api.js";
import { $, button, fill, h, icon, toast } from "./dom.js";
import { prefs, setContrast, setLang, setTheme } from "./shell.js";
import { page, say, span } from "./words.js";

const fail = (error) => toast(error.message);

$("#set-lang").addEventListener("change", (event) => setLang(event.target.value));
$("#set-theme").addEventListener("change", (event) => setTheme(event.target.value));
$("#set-contrast").addEventListener("change", (event) => setContrast(event.target.value));
for (const name of ["at_once", "sound"]) {
  const box = $(`#set-${name}`);
  box.checked = prefs.get(name) === box.dataset.on;
  box.addEventListener("change", () => prefs.set(name, box.checked ? box.dataset.on : ""));
}

$("#name-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  await post("/api/guest", { name: event.target.elements.name.value }).then(() => toast(say("js.saved")), fail);
});

$("#account-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, password } = event.target.elements;
  const what = event.submitter?.value ?? "login";
  await post(`/api/${what}`, { name: name.value, password: password.value }).then(() => location.reload(), fail);
});
$("#logout")?.addEventListener("click", () => post("/api/logout").then(() => location.assign("/"), fail));

async function sessions() {
  const list = await get("/api/me/sessions");
  fill($("#sessions"), list.map((s) => h("li", {},
    h("span", { class: "cut" }, s.label || s.kind, h("small", { class: "muted" }, ` · ${s.current ? say("js.here") : say("js.ago", { span: span(Date.now() / 1000 - s.seen) })}`)),
    s.current ? null : button("", { class: "btn quiet icon", "aria-label": say("js.remove", { what: s.label || s.kind }), onclick: () => del(`/api/me/sessions/${s.id}`).then(sessions, fail) }, icon("x")))));
}

$("#token")?.addEventListener("click", async () => {
  const made = await post("/api/me/tokens", { label: "token" }).catch(fail);
  if (!made) return;
  $("#token-shown").hidden = false;
  $("#token-shown code").textContent = made.token;
  sessions();
});
if (page.me) sessions().catch(fail);
