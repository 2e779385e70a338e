// The shared worker: all tabs of a browser wait at one stream. A browser has six connections to a server, and a stream
// holds one for ever.
import { Channel } from "./channel.js";

const SILENT = 180000; // a tab in the background is allowed to speak once a minute
const tabs = new Map(); // tag -> { port, heard }
const worker = /** @type {SharedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const lang = worker.name.split(":")[0];

const channel = new Channel(lang, (tag, name, data) => {
  for (const [its, tab] of tabs) if (!tag || tag === its) tab.port.postMessage({ name, data });
});

worker.addEventListener("connect", (event) => {
  const port = event.ports[0];
  port.addEventListener("message", ({ data: { tag, what, does } }) => {
    if (does === "leave") {
      tabs.delete(tag);
      channel.drop(tag);
    } else if (does === "watch" || !tabs.has(tag)) {
      tabs.set(tag, { port, heard: Date.now() });
      channel.watch(tag, what);
    } else {
      tabs.get(tag).heard = Date.now();
      if (does === "again") channel.again();
    }
  });
  port.start();
});

setInterval(() => {
  for (const [tag, tab] of tabs) {
    if (Date.now() - tab.heard > SILENT) {
      tabs.delete(tag);
      channel.drop(tag);
    }
  }
}, 30000);
