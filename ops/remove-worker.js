// In place of the service worker when that one is wrong: it takes over, forgets what is kept, answers nothing, and
// leaves when its pages do. How: docs/operations.md.
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return, typescript/no-unsafe-member-access -- it goes out as it is: nothing tells its types. */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  await self.registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
