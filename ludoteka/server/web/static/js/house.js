// The page of those who keep order: every button asks the API and reads the page anew.
import { del, post, put } from "./api.js";
import { $, $$, toast } from "./dom.js";
import { on } from "./forms.js";
import "./shell.js";
import { say } from "./words.js";

async function act(promise) {
  try {
    await promise;
    location.reload();
  } catch (error) {
    toast(error.message);
  }
}

/** For how long, and why; null if nothing is to be done. */
function term(title) {
  const dialog = $("#term");
  $("#term-title").textContent = title;
  $("#term-why").value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener(
      "close",
      () => done(dialog.returnValue === "yes" ? { days: Number($("#term-days").value), why: $("#term-why").value } : null),
      { once: true },
    ),
  );
}

for (const b of $$("[data-act]")) {
  b.addEventListener("click", async () => {
    const wish = b.dataset.lift ? { days: 0, lift: true } : await term(`${b.textContent}: ${b.dataset.name}`);
    if (wish) act(post(`/api/house/people/${b.dataset.person}/${b.dataset.act}`, wish));
  });
}
for (const b of $$("[data-done]")) b.addEventListener("click", () => act(post(`/api/house/reports/${b.dataset.done}/close`)));
for (const b of $$("[data-message]")) b.addEventListener("click", () => act(del(`/api/house/messages/${b.dataset.message}`)));
for (const b of $$("[data-close]")) b.addEventListener("click", () => act(post(`/api/house/tables/${b.dataset.close}/close`, {})));
for (const s of $$("[data-role]"))
  s.addEventListener("change", () => act(put(`/api/house/people/${s.dataset.role}/role`, { role: s.value })));
for (const b of $$("[data-net]")) b.addEventListener("click", () => act(post("/api/house/nets", { net: b.dataset.net, lift: true })));
on("#net-form", async ({ net, days, why }) => {
  await post("/api/house/nets", { net: net.value, days: Number(days.value), why: why.value });
  location.reload();
  return say("js.saved");
});
