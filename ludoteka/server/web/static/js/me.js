// Settings: looks, play, name, account, notices, vacation, sessions. Every form says under itself what came of it.
import { del, get, patch, post, put } from "./api.js";
import { $, button, fill, h, icon } from "./dom.js";
import { on, tell } from "./forms.js";
import { passkeys } from "./passkeys.js";
import { silence } from "./push.js";
import { KEPT, prefs, setContrast, setLang, setTheme } from "./shell.js";
import { page, say, span } from "./words.js";

const keep = () => {
  if (page.me) patch("/api/me", { prefs: Object.fromEntries(KEPT.map((name) => [name, prefs.get(name)])) }).catch(() => {});
};

$("#set-lang").addEventListener("change", (event) => setLang(event.target.value));
$("#set-theme").addEventListener("change", (event) => {
  setTheme(event.target.value);
  keep();
});
$("#set-contrast").addEventListener("change", (event) => {
  setContrast(event.target.value);
  keep();
});
for (const name of ["at_once", "sound", "notation"]) {
  const box = $(`#set-${name}`);
  box.checked = prefs.get(name) === box.dataset.on;
  box.addEventListener("change", () => {
    prefs.set(name, box.checked ? box.dataset.on : "");
    keep();
  });
}

on("#name-form", async ({ name }) => {
  const me = await post("/api/guest", { name: name.value });
  name.value = me.name;
  if (!page.me) location.reload();
});

on("#account-form", async ({ name, password }, pressed) => {
  const what = pressed?.value ?? "login";
  const me = await post(`/api/${what}`, { name: name.value, password: password.value });
  // a device takes over what was chosen on another one
  for (const kept of KEPT) if (what === "login" && typeof me.prefs[kept] === "string") prefs.set(kept, me.prefs[kept]);
  location.reload();
});
$("#logout")?.addEventListener("click", () =>
  silence()
    .then(() => post("/api/logout"))
    .then(
      () => location.assign("/"),
      (error) => tell($("#password-form").closest("details"), error.message, false),
    ),
);
on("#password-form", async (fields) => {
  await post("/api/me/password", { old: fields.old.value, new: fields.new.value });
  fields.old.value = fields.new.value = "";
  await sessions();
  return say("js.password_new");
});

// notices

on("#email-form", async ({ email, password }) => {
  const me = await post("/api/me/email", { email: email.value.trim(), password: password?.value ?? "" });
  if (password) password.value = "";
  $("#code-form").hidden = !me.email_asked;
  return say(me.email_asked ? "js.code_sent" : "js.email_gone", { email: me.email_asked });
});
on("#code-form", async ({ code }) => {
  await post("/api/me/email/proof", { code: code.value });
  $("#code-form").hidden = true;
  tell($("#email-form"), "");
  return say("js.email_proved");
});

/** An address opens an account, so a guest's does not go over by itself when the guest logs in: it is proposed. */
const address = $("#email-form")?.elements;
if (address && !address.password) addEventListener("pagehide", () => sessionStorage.setItem("address", address.email.value));
else if (address) {
  const was = sessionStorage.getItem("address");
  sessionStorage.removeItem("address");
  if (was && !address.email.value) {
    address.email.value = was;
    tell($("#email-form"), say("js.address_again"));
  }
}

const notify = $("#notify-form");
function showNotify() {
  const { kind, quiet, url } = notify.elements;
  for (const field of notify.querySelectorAll("[data-hook]"))
    field.hidden = !kind.value || (field.dataset.hook && field.dataset.hook !== kind.value);
  url.required = Boolean(kind.value);
  for (const name of ["quiet_from", "quiet_to"]) notify.elements[name].closest(".field").hidden = !quiet.checked;
  if (notify.elements.digest) notify.elements.digest.closest(".field").hidden = !notify.elements.daily.checked;
  notify.elements.zone.closest(".field").hidden = !quiet.checked && !notify.elements.daily?.checked;
}
if (notify) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf("timeZone");
  const wanted = page.zone === "UTC" ? own : page.zone;
  fill(
    $("#zone"),
    [...new Set([wanted, "UTC", ...zones])].map((zone) =>
      h("option", { value: zone, selected: zone === wanted }, zone.replaceAll("_", " ")),
    ),
  );
  notify.addEventListener("change", showNotify);
  showNotify();
}
on("#notify-form", async ({ mail, daily, digest, kind, url, chat, quiet, quiet_from: from, quiet_to: to, zone }) => {
  const hook = kind.value ? { kind: kind.value, url: url.value.trim(), chat: kind.value === "telegram" ? chat.value.trim() : "" } : null;
  const hours = quiet.checked ? { quiet_from: from.value, quiet_to: to.value } : { quiet_from: "00:00", quiet_to: "00:00" };
  await put("/api/me/notify", {
    mail: mail?.checked ?? false,
    digest: daily?.checked ? digest.value : "",
    hook,
    ...hours,
    zone: zone.value,
  });
});
$("#notify-test")?.addEventListener("click", async (event) => {
  event.target.disabled = true;
  tell(notify, "");
  await post("/api/me/notify/test").then(
    () => tell(notify, say("js.notice_sent")),
    (error) => tell(notify, error.message, false),
  );
  event.target.disabled = false;
});

on("#away-form", async ({ count, days }) => {
  await post("/api/me/away", { days: Number(days ? days.value : count.value) });
  location.reload();
});

on("#delete-form", async ({ password }) => {
  await post("/api/me/delete", { password: password?.value ?? "" });
  location.assign("/");
  return say("js.deleted");
});

// sessions and tokens

/** @type {[string, RegExp][]} */
const BROWSERS = [
  ["Firefox", /Firefox\//],
  ["Edge", /Edg\//],
  ["Opera", /OPR\//],
  ["Chrome", /Chrom(e|ium)\//],
  ["Safari", /Safari\//],
];
/** @type {[string, RegExp][]} */
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS/],
  ["Linux", /Linux/],
];
/** "Firefox · Android" instead of what a browser calls itself. */
function device(label) {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, sign]) => sign.test(label))?.[0]).filter(Boolean);
  return found.join(" · ") || label || say("js.unknown_device");
}

async function sessions() {
  const list = await get("/api/me/sessions");
  fill(
    $("#sessions"),
    list.map((s) => {
      const name = s.kind === "token" ? s.label : device(s.label);
      const seen = s.current ? say("js.this_device") : say("js.seen_ago", { span: span(Date.now() / 1000 - s.seen) });
      const end = () => del(`/api/me/sessions/${s.id}`).then(sessions, (error) => tell($("#token-form"), error.message, false));
      return h(
        "li",
        {},
        icon(s.kind === "token" ? "key" : "user"),
        h("span", {}, h("b", { class: "cut" }, name), h("small", {}, seen)),
        s.current ? null : button(say("js.end_session"), { "aria-label": say("js.end_session_of", { what: name }), onclick: end }),
      );
    }),
  );
}

on("#token-form", async ({ label }) => {
  const made = await post("/api/me/tokens", { label: label.value.trim() });
  label.value = "";
  await sessions();
  $("#token-shown").hidden = false;
  $("#token-shown code").textContent = made.token;
  return say("js.token_made");
});
$("#token-copy")?.addEventListener("click", async () => {
  const code = $("#token-shown code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    tell($("#token-form"), say("js.copied"));
  } catch {
    getSelection().selectAllChildren(code);
  }
});
if (page.me) sessions().catch((error) => tell($("#token-form"), error.message, false));
passkeys(device);
