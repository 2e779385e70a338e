// A match that the installed rules do not fit: the players may call it off.
import { post } from "./api.js";
import { $, toast } from "./dom.js";
import { page, say } from "./words.js";

$("#call-off")?.addEventListener("click", () => {
  if (!confirm(say("js.call_off_sure"))) return;
  post(`/api/tables/${page.id}/close`).then(
    () => location.assign("/"),
    (error) => toast(error.message),
  );
});
