// The whole page at an address: the real router, layout and session.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { createAppRouter } from '#app/web/routes.tsx'
import { createSessionClient } from '#features/auth/web/data/session-client.ts'
import { SessionProvider } from '#features/auth/web/hooks/use-user.ts'

/** A page's session, which listens until the test ends. It reads who is signed in by `load`. */
export function startSession(reload: () => void = () => undefined) {
  const session = createSessionClient({ reload })
  onTestFinished(session.start())
  return session
}

/** Opens the app at `path`, while its session reads who is signed in. `isStrict`: effects run twice, as in development. */
export function openApp(path: string, { session = startSession(), isStrict = false } = {}) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  void session.load()
  render(
    <SessionProvider value={session}>
      <RouterProvider router={router} />
    </SessionProvider>,
    { reactStrictMode: isStrict },
  )
  return { router, session, path: () => router.history.location.href }
}
