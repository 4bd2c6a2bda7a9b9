// Around every screen: the spinner until it is known who is here, then the top bar and the place of the screen.
import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { OfflineNote } from './offline-note.tsx'

/** Loaded apart: /auth, where most first visits begin, has none. */
const TopBar = lazyRouteComponent(() => import('./shell.tsx'), 'TopBar')
if (window.location.pathname !== '/auth') void TopBar.preload?.()

/** The root of all routes. `--bar` is the top bar's height, 0 on /auth (SHELL-11). */
export function Frame() {
  const { status } = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useFocusOnArrival(pathname)
  if (status === 'loading') return <FullScreenSpinner />
  const hasBar = pathname !== '/auth'
  return (
    <div
      className={`flex min-h-dvh flex-col ${hasBar ? '[--bar:3.625rem] md:[--bar:4.25rem]' : '[--bar:0rem]'}`}
    >
      {hasBar && <SkipLink target={main} />}
      {hasBar && (
        <Suspense fallback={<div className="h-(--bar) flex-none border-b border-line" />}>
          <TopBar />
        </Suspense>
      )}
      <OfflineNote />
      <main ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col focus:outline-none">
        <Outlet />
      </main>
    </div>
  )
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

/** After a change of screen the keyboard goes on from the new one's beginning. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
