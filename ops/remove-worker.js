// Replaces a broken service worker: activates at once, unregisters itself, deletes all caches, and handles no requests.
// Usage: docs/operations.md.
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return, typescript/no-unsafe-member-access -- it is served as is, without type declarations. */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  await self.registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
