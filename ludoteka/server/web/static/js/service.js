// The service worker: shows notices, and a page of ours when the server cannot be reached. It touches nothing else:
// streams, moves and files go their usual way.
const CACHE = "ludoteka VERSION";
const KEPT = [];
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") {
    // only what the page for offline needs, and only when there is no other way
    if (KEPT.includes(new URL(event.request.url).pathname))
      event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
    return;
  }
  event.respondWith(fetch(event.request).catch(() => caches.match("/offline")));
});

worker.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: "/icon/192.png", badge: "/icon/192.png", data: url }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data || "/", worker.location.origin);
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
      return there ? there.focus() : worker.clients.openWindow(url.href);
    }),
  );
});
