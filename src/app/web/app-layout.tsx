// The layout of every screen but /auth: the query cache, the top bar, and the screen's container.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode, type RefObject } from 'react'
import type { SessionClient } from '#features/auth/web/data/session-client.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { useCareOffer } from '#features/energy/web/data/care-offer.ts'
import { t } from '#shared/i18n/t.ts'
import { createQueryClient } from '#web/query-client.ts'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import { useScreenPath } from './nav-links.tsx'
import { TopBar } from './top-bar.tsx'

/**
 * A separate chunk: /auth, where most first visits start, needs none of it. `main` is the target of 'Skip to
 * content'.
 */
export function AppLayout({ main, children }: { main: RefObject<HTMLElement | null>; children: ReactNode }) {
  const hasChat = useScreenPath() === '/meditation'
  return (
    <QueryClientProvider client={queryClientOf(useSession())}>
      <SkipLink href="#main" onPress={() => main.current?.focus()}>
        {t('Skip to content')}
      </SkipLink>
      {hasChat && (
        <SkipLink href="#chat-composer" onPress={() => document.getElementById('chat-composer')?.focus()}>
          {t('Skip to chat')}
        </SkipLink>
      )}
      <TopBar />
      <Banners />
      {children}
    </QueryClientProvider>
  )
}

const loadBanners = async () => (await import('./app-banners.tsx')).AppBanners

/** In the background, as few members need one at once: the first load has other work. */
function Banners() {
  const { user } = useUser()
  const [AppBanners, load] = useLazyImport(loadBanners)
  const isMember = user?.profileCompleted === true
  const isOffered = useCareOffer() !== null
  const isUrgent =
    isOffered || (user?.mustAcceptTerms ?? null) !== null || user?.emailCorrectedAt !== undefined
  useEffect(() => {
    if (isUrgent) load()
    else if (isMember) preloadInBackground(loadBanners).then(load, load)
  }, [isMember, isUrgent, load])
  return AppBanners && <AppBanners />
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

function SkipLink({ href, onPress, children }: { href: string; onPress: () => void; children: ReactNode }) {
  return (
    <a
      href={href}
      className="fixed top-2 start-2 z-70 -translate-y-20 rounded-pill bg-primary px-5 py-2.5 font-strong text-on-primary no-underline focus:translate-y-0"
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {children}
    </a>
  )
}
