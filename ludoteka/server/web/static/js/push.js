// Notices in this browser: asks for the permission only when somebody presses the button.
import { get, post } from "./api.js";
import { $ } from "./dom.js";
import { tell } from "./forms.js";
import { say } from "./words.js";

const box = $("#push");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const bytes = (code) => Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function current() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  return { registration, found: await registration.pushManager.getSubscription() };
}

async function show() {
  const { found } = await current();
  if (found) await post("/api/me/push", found.toJSON()).catch(() => {}); // it is of whoever is logged in here now
  $("#push-on").hidden = Boolean(found);
  $("#push-off").hidden = !found;
}

async function on() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(say("js.push_denied"));
  const { registration, found } = await current();
  const { key } = await get("/api/push");
  await found?.unsubscribe(); // it may be for an older key
  const fresh = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await post("/api/me/push", fresh.toJSON());
  await show();
  return say("js.push_on");
}

async function drop() {
  const { found } = await current();
  if (found) {
    await post("/api/me/push/gone", { endpoint: found.endpoint });
    await found.unsubscribe();
  }
}

/** Whoever logs out is not called by name in this browser any more. */
export const silence = async () => (box && !box.hidden && !$("#push-off").hidden ? drop().catch(() => {}) : undefined);

async function off() {
  await drop();
  await show();
  return say("js.push_off");
}

if (box && able) {
  box.hidden = false;
  const does = (what) => () =>
    what().then(
      (text) => tell(box, text),
      (error) => tell(box, error.message, false),
    );
  $("#push-on").addEventListener("click", does(on));
  $("#push-off").addEventListener("click", does(off));
  show().catch(() => {
    box.hidden = true;
  });
}
