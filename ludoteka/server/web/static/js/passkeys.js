// Passkeys: make one on this device, list and drop them, log in with one. The browser does all that matters.
import { del, get, post } from "./api.js";
import { $, $$, button, fill, h, icon } from "./dom.js";
import { tell } from "./forms.js";
import { page, say, span } from "./words.js";

const able = Boolean(globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON);

/** Whoever closes the browser's own question has changed their mind: nothing to tell. */
async function tried(form, work) {
  tell(form, "");
  try {
    await work();
  } catch (error) {
    if (error.name !== "NotAllowedError" && error.name !== "AbortError") tell(form, error.message, false);
  }
}

/** What the browser found or made, as the server reads it. */
const written = (credential) => /** @type {PublicKeyCredential} */ (credential).toJSON();

async function login() {
  const options = await post("/api/login/passkey/options");
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  await post("/api/login/passkey", { credential: written(credential) });
  location.reload();
}

async function add(device) {
  const options = await post("/api/me/passkeys/options");
  const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  show(await post("/api/me/passkeys", { credential: written(credential), label: device(navigator.userAgent) }));
}

function show(list) {
  fill(
    $("#passkeys"),
    list.map((one) => {
      const seen = say("js.seen_ago", { span: span(Date.now() / 1000 - one.seen) });
      const drop = () =>
        tried($("#passkey-form"), async () => {
          await del(`/api/me/passkeys/${one.id}`);
          show(await get("/api/me/passkeys"));
        });
      const end = button(say("js.drop_passkey"), { "aria-label": say("js.drop_passkey_of", { what: one.label }), onclick: drop });
      return h("li", {}, icon("key"), h("span", {}, h("b", { class: "cut" }, one.label), h("small", {}, seen)), end);
    }),
  );
}

/** `device` makes a name of what a browser calls itself. */
export function passkeys(device) {
  for (const part of $$("[data-passkeys]")) part.hidden = !able;
  if (!able) return;
  $("#passkey-login")?.addEventListener("click", () => tried($("#account-form"), login));
  const form = $("#passkey-form");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    tried(form, () => add(device));
  });
  if (form && page.me) get("/api/me/passkeys").then(show, () => {});
}
