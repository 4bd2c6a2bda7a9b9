// The browser's entry point: polyfills, providers, the session and the first screen.
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSessionClient } from '#features/auth/web/data/session-client.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'
import { publicCommunityCalls } from '#features/community/public-contract.ts'
import { backgroundPreloadDelayMs } from '#shared/constants.ts'
import { configureI18n, type Language } from '#shared/i18n/t.ts'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { watchServerClock } from '#web/server-clock.ts'
import { startTheme } from '#web/theme.ts'
import { Toaster } from '#web/toast.tsx'
import { preloadInBackground, startPreloads } from '#web/use-lazy-import.ts'
import { bootstrap } from './bootstrap.ts'
import { captureInstallPrompt } from './install-prompt.ts'
import { loadCommunity } from './load-community.ts'
import { tolerateMovedNodes } from './moved-nodes.ts'
import { createAppRouter } from './routes.tsx'

// Loaded before any code that uses dates; most browsers have Temporal.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

// Read once: a browser that translates the page changes its `lang`.
const language = document.documentElement.lang as Language
configureI18n({ locale: () => language })
readFormats()
tolerateMovedNodes()
startTheme()
captureInstallPrompt()
setTimeout(startPreloads, backgroundPreloadDelayMs)
const session = createSessionClient({ reload: reloadOnce })
session.start()
// Every response has the time; this call needs no sign-in.
watchServerClock(() => call(publicCommunityCalls.community, {}))
await Promise.all([bootstrap(session), loadCommunity()])

const router = createAppRouter()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const reactRoot = createRoot(root)
// Drawn in slices, so that a slow phone can respond to a touch in between.
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <SessionProvider value={session}>
        <RouterProvider router={router} />
        <Toaster />
      </SessionProvider>
    </StrictMode>,
  ),
)

/**
 * The first format of a kind reads its data, which takes a slow phone a tenth of a second. It does so while the screen
 * loads, not in its first draw. Safari has no idle callbacks.
 */
function readFormats(): void {
  if (!('requestIdleCallback' in window)) return
  requestIdleCallback(() => new Intl.DateTimeFormat(language))
  requestIdleCallback(() => new Intl.NumberFormat(language))
  requestIdleCallback(() => new Intl.ListFormat(language))
}

/**
 * The service worker registers after every preload. A request made while a newer worker takes over makes Chromium
 * restart the old one. The newer one then keeps waiting.
 */
const serviceWorkerDelayMs = 8_000

if (import.meta.env.PROD) {
  setTimeout(() => {
    preloadInBackground(() => import('./pwa.tsx')).then(
      ({ startPwa }) => startPwa(session, (href) => router.navigate({ href })),
      (error: unknown) => logFailure('PWA startup failed.', error),
    )
  }, serviceWorkerDelayMs)
}

const storageKey = 'reloaded-at'
const reloadCooldownMs = 10_000

/** Reloads, unless a reload a moment ago didn't help. */
export function reloadOnce(): void {
  try {
    const nowMs = performance.timeOrigin + performance.now()
    if (nowMs - Number(sessionStorage.getItem(storageKey)) < reloadCooldownMs) return
    sessionStorage.setItem(storageKey, String(nowMs))
  } catch {
    // Without storage a reload loop can't be detected, so none is started.
    return
  }
  window.location.reload()
}
