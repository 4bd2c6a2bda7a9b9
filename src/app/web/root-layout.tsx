// The root layout: a spinner until the session is known, then the app layout; /auth has none.
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import type { AppLayout as AppLayoutComponent } from './app-layout.tsx'
import { Footer } from './footer.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const loadAppLayout = async () => (await import('./app-layout.tsx')).AppLayout
// Preloaded at once; if the load fails, rendering retries it and reports the error.
if (window.location.pathname !== '/auth') loadAppLayout().catch(() => undefined)

/** The root of all routes. `--bar` is the top bar's height, 0 on /auth (SHELL-11). */
export function RootLayout() {
  const { status } = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useFocusOnNavigation(pathname)
  const isAuth = pathname === '/auth'
  const [AppLayout] = useAppLayout(!isAuth)
  if (status === 'loading' || (!isAuth && !AppLayout)) return <FullScreenSpinner />
  const screen = (
    <>
      <OfflineNotice />
      <main ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col focus:outline-none">
        <Outlet />
      </main>
      <Footer pathname={pathname} />
    </>
  )
  if (!AppLayout || isAuth)
    return <div className="relative flex min-h-dvh flex-col [--bar:0rem]">{screen}</div>
  return (
    <div className="flex min-h-dvh flex-col [--bar:3.625rem] md:[--bar:4.25rem]">
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
