// The browser's part begins: what it stands on, who is here, and the first screen.
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSession } from '#features/auth/web/session.ts'
import { SessionProvider } from '#features/auth/web/use-user.ts'
import { logFailure } from '#web/log.ts'
import { startTheme } from '#web/theme.ts'
import { Toaster } from '#web/toast.tsx'
import { begin } from './beginning.ts'
import { keepInstallOffer } from './install-offer.ts'
import { reloadOnce } from './reload-once.ts'
import { createAppRouter } from './routes.tsx'

// Before anything that knows days runs; most browsers have it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

startTheme()
keepInstallOffer()
const session = createSession({ reload: reloadOnce })
session.start()
await begin(session)

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

/** The first screen has all of the line to itself. */
const settledMs = 4_000

if (import.meta.env.PROD) {
  setTimeout(() => {
    import('./installed.tsx').then(
      ({ beInstalled }) => beInstalled(new URL(import.meta.url).pathname),
      (error: unknown) => logFailure('The app could not be installed.', error),
    )
  }, settledMs)
}
