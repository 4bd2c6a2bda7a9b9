// The layout of every screen but /auth: the query cache, the top bar, and the screen's container.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject } from 'react'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { useSession } from '#features/auth/web/use-user.ts'
import { createQueryClient } from '#web/query-client.ts'
import { TopBar } from './top-bar.tsx'

/**
 * A separate chunk: /auth, where most first visits start, needs none of it. `main` is the target of 'Skip to
 * content'.
 */
export function AppLayout({ main, children }: { main: RefObject<HTMLElement | null>; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClientOf(useSession())}>
      <SkipLink target={main} />
      <TopBar />
      {children}
    </QueryClientProvider>
  )
}

const queryClients = new WeakMap<SessionClient, QueryClient>()

/** One query cache per session; it survives visits to /auth. */
function queryClientOf(session: SessionClient): QueryClient {
  const existing = queryClients.get(session)
  if (existing) return existing
  const cache = createQueryClient()
  session.attach(cache)
  queryClients.set(session, cache)
  return cache
}

function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-pill bg-primary px-5 py-2.5 font-strong text-on-primary no-underline focus:translate-y-0"
      onClick={(event) => {
        event.preventDefault()
        target.current?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
