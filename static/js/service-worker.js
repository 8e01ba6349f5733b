/* Served at /service-worker.js, for the whole site. It keeps one page, the one that says that there is no connection,
   with the files that page names; everything else goes to the network and is never kept: a table must not be old. */

const CACHE = "offline-1";
const PAGE = "/offline/";

async function keepPage() {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: "reload", credentials: "omit" });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map((match) => match[1]);
  await cache.put(PAGE, page);
  await Promise.all([...new Set(files)].map((file) => cache.add(file)));
}

async function dropOlder() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function pageOrWord(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(pageOrWord(request));
  else if (request.method === "GET" && new URL(request.url).pathname.startsWith("/static/")) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});
