// The browser's part begins: what it stands on, who is here, and the first screen.
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSessionClient } from '#features/auth/web/session-client.ts'
import { SessionProvider } from '#features/auth/web/use-user.ts'
import { logFailure } from '#web/log.ts'
import { startTheme } from '#web/theme.ts'
import { Toaster } from '#web/toast.tsx'
import { preloadInBackground } from '#web/use-lazy-import.ts'
import { bootstrap } from './bootstrap.ts'
import { captureInstallPrompt } from './install-prompt.ts'
import { reloadOnce } from './reload-once.ts'
import { createAppRouter } from './routes.tsx'

// Before anything that knows days runs; most browsers have it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

startTheme()
captureInstallPrompt()
const session = createSessionClient({ reload: reloadOnce })
session.start()
await bootstrap(session)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <SessionProvider value={session}>
      <RouterProvider router={createAppRouter()} />
      <Toaster />
    </SessionProvider>
  </StrictMode>,
)

/**
 * The worker comes after every part that is loaded ahead: where a page lets a newer one take over, a request just then
 * starts Chromium's old one again, and the newer one waits on.
 */
const serviceWorkerDelayMs = 8_000

if (import.meta.env.PROD) {
  setTimeout(() => {
    preloadInBackground(() => import('./pwa.tsx')).then(
      ({ startPwa }) => startPwa(new URL(import.meta.url).pathname),
      (error: unknown) => logFailure('The app could not be installed.', error),
    )
  }, serviceWorkerDelayMs)
}
