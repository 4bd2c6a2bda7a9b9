// The root layout: a spinner until the session is known, then the app layout; /auth has none.
import { Outlet, useLocation, Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { retryLaterSentence, subscribeToRetries } from '#web/retry-later.ts'
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { importWhenOnline } from '#web/use-lazy-import.ts'
import { useOnline } from '#web/use-online.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import type { AppLayout as AppLayoutComponent } from './app-layout.tsx'

const importAppLayout = async () => (await import('./app-layout.tsx')).AppLayout
const loadAppLayout = () => importWhenOnline(importAppLayout)
// Preloaded at once; if the load fails, rendering retries it and reports the error.
if (window.location.pathname !== '/auth') loadAppLayout().catch(() => undefined)

/** The root of all routes. `--bar` is the top bar's height, 0 on /auth (SHELL-11). */
export function RootLayout() {
  const { status } = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useFocusOnNavigation(pathname)
  const isAuth = pathname === '/auth'
  const [AppLayout] = useAppLayout(!isAuth)
  const isReady = status !== 'loading' && (isAuth || AppLayout !== null)
  // Deferred, so that React draws the first screen in slices and the page stays responsive meanwhile.
  const isDrawn = useDeferredValue(isReady, false)
  if (!isReady || !isDrawn)
    return (
      <>
        <LineBanner />
        <FullScreenSpinner />
      </>
    )
  const screen = (
    <>
      <OfflineBanner />
      <LineBanner />
      <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col focus:outline-none">
        <Outlet />
      </main>
      <Footer pathname={pathname} />
    </>
  )
  if (!AppLayout || isAuth)
    return <div className="relative flex min-h-dvh flex-col [--bar:0rem]">{screen}</div>
  return (
    <div className="flex min-h-dvh flex-col [--bar:3.625rem] md:[--bar:4.25rem] writing:[--bar:0rem]">
      <AppLayout main={main}>{screen}</AppLayout>
    </div>
  )
}

/**
 * The app layout once loaded, null before, in a tuple like that of `useLazyImport`. React's `lazy` isn't used:
 * after a fallback React delays content that arrives within 300 ms, which would slow down every first load.
 */
function useAppLayout(isNeeded: boolean) {
  const [loaded, setLoaded] = useState<{ AppLayout: typeof AppLayoutComponent } | { error: unknown } | null>(
    null,
  )
  const isMissing = isNeeded && loaded === null
  useEffect(() => {
    if (isMissing)
      loadAppLayout().then(
        (AppLayout) => setLoaded({ AppLayout }),
        (error: unknown) => setLoaded({ error }),
      )
  }, [isMissing])
  if (loaded && 'error' in loaded) throw loaded.error
  return [loaded?.AppLayout ?? null] as const
}

/** After a navigation the focus moves to the start of the new screen. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const previousPathname = useRef(pathname)
  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/**
 * Overlays the bar's lower edge, so that showing and hiding it shifts no layout and covers no text. Waits while everyone
 * sits (PHASE-11).
 */
function OfflineBanner() {
  const isOnline = useOnline()
  const waits = useSyncExternalStore(onMeditatingChange, isMeditating)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[max(0.5rem,calc(var(--bar)-1.25rem))] z-40 grid justify-items-center"
    >
      {!isOnline && !waits && (
        <p className="motion-fade flex items-center gap-1.5 rounded-pill border border-line bg-surface shadow-media py-2 pe-5 ps-4 text-small">
          <PresenceDot tone="offline" />
          {t('You’re offline. We’ll continue when the connection is back.')}
        </p>
      )}
    </div>
  )
}

/** Shown while a call on the way in waits for its turn, on every screen (AUTH-52). */
function LineBanner() {
  const sentence = useSyncExternalStore(subscribeToRetries, retryLaterSentence)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--bar,0rem)+0.5rem)] z-40 grid justify-items-center"
    >
      {sentence !== null && (
        <p className="motion-fade max-w-130 rounded-panel border border-line bg-surface px-5 py-3 text-small shadow-media">
          {sentence}
        </p>
      )}
    </div>
  )
}

// On wide screens /auth shows a picture beside the form; the footer is below the form alone.
const footerPlacement: Record<string, string> = { '/auth': 'lg:absolute lg:end-0 lg:bottom-0 lg:w-[46.5%]' }

const linkClassName = 'inline-flex min-h-11 items-center px-3 text-ink-3 hover:text-ink'

const ownPages = [
  { kind: 'privacy', to: '/privacy', label: t('Privacy') },
  { kind: 'terms', to: '/terms', label: t('Terms') },
  { kind: null, to: '/care', label: t('Care') },
] as const

/** Most screens have no footer. The community's links come first, and may replace our pages of their kind. */
function Footer({ pathname }: { pathname: string }) {
  const { links, hasLegalNotice } = useCommunity()
  if (!/^\/(auth|settings|privacy|terms|care|legal-notice)\/*$/.test(pathname)) return null
  const own = ownPages.filter(({ kind }) => !links.some((link) => link.kind === kind))
  return (
    <footer
      className={clsx(
        'flex flex-none flex-wrap justify-center text-small',
        footerPlacement[pathname] ?? 'pt-6 pb-2',
      )}
    >
      {links.map(({ kind, label, url }) =>
        kind !== 'legal-notice' ? (
          <a
            key={`${label} ${url}`}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={linkClassName}
          >
            {label}
            <span className="sr-only"> {t('(opens a new tab)')}</span>
          </a>
        ) : (
          hasLegalNotice && (
            <Link key={kind} to="/legal-notice" className={linkClassName}>
              {t('Legal notice')}
            </Link>
          )
        ),
      )}
      {own.map(({ to, label }) => (
        <Link key={to} to={to} className={linkClassName}>
          {label}
        </Link>
      ))}
    </footer>
  )
}
