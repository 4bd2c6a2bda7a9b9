// Around every screen: the spinner until it is known who is here, then the house, or nothing around /auth.
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { OfflineNote } from './offline-note.tsx'

const loadHouse = async () => ({ default: (await import('./house.tsx')).House })
const House = lazy(loadHouse)
// Asked for at once; should it fail, the rendering asks again and tells.
if (window.location.pathname !== '/auth') loadHouse().catch(() => undefined)

/** The root of all routes. `--bar` is the top bar's height, 0 on /auth (SHELL-11). */
export function Frame() {
  const { status } = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const main = useFocusOnArrival(pathname)
  if (status === 'loading') return <FullScreenSpinner />
  const screen = (
    <>
      <OfflineNote />
      <main ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col focus:outline-none">
        <Outlet />
      </main>
    </>
  )
  if (pathname === '/auth') return <div className="flex min-h-dvh flex-col [--bar:0rem]">{screen}</div>
  return (
    <div className="flex min-h-dvh flex-col [--bar:3.625rem] md:[--bar:4.25rem]">
      <Suspense fallback={<FullScreenSpinner />}>
        <House main={main}>{screen}</House>
      </Suspense>
    </div>
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
