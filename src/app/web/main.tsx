// The browser's part begins: what it stands on, who is here, and the first screen.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSession } from '#features/auth/web/session.ts'
import { SessionProvider } from '#features/auth/web/use-user.ts'
import { startTheme } from '#web/theme.ts'
import { Toaster } from '#web/toast.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { reloadOnce } from './reload-once.ts'
import { createAppRouter } from './routes.tsx'

// Before anything that knows days runs; most browsers have it.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

startTheme()
const client = createQueryClient()
const session = createSession({ client, reload: reloadOnce })
session.start()
void session.load()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <RouterProvider router={createAppRouter()} />
        <Toaster />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
