// A new password with a code from a mail; the link in the mail carries the code behind its #, which no server log sees.
import { post } from "./api.js";
import { $ } from "./dom.js";
import { on } from "./forms.js";
import "./shell.js";
import { say } from "./words.js";

on("#ask-form", async ({ who }) => {
  await post("/api/forgotten", { who: who.value.trim() });
  $("#reset-code").focus();
  return say("js.forgotten_sent");
});
on("#reset-form", async ({ code, password }) => {
  await post("/api/reset", { code: code.value.trim(), password: password.value });
  location.assign("/me");
  return say("js.password_new");
});

function take() {
  const code = location.hash.slice(1);
  if (!code || !$("#reset-form")) return;
  $("#reset-code").value = code;
  $("#ask").hidden = true;
  history.replaceState(null, "", location.pathname);
  $("#reset-password").focus();
}
addEventListener("hashchange", take);
take();
