// Account watch: role changes take effect on screens without a room too, by a socket of their own (LIVE-32).
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCurrentPersona, useUser } from '#features/auth/web/use-user.ts'
import { logFailure } from '#web/log.ts'
import { preloadInBackground } from '#web/use-lazy-import.ts'

const loadWatch = async () => (await import('#features/live/web/watch-account.ts')).watchAccount

/** Watches a member with a completed profile, except on the meditation screen, which has its own socket. */
export function useAccountWatch(): void {
  const shownPersona = useCurrentPersona()
  const { user } = useUser()
  const hasRoom = useLocation({ select: ({ pathname }) => pathname === '/' || pathname === '/meditation' })
  const memberId = user?.profileCompleted ? user.id : null
  useEffect(() => {
    if (memberId === null || hasRoom) return
    let isCancelled = false
    let stop = () => {}
    const start = async () => {
      const watchAccount = await preloadInBackground(loadWatch)
      if (!isCancelled) stop = watchAccount({ userId: memberId, shownPersona })
    }
    start().catch((error: unknown) =>
      logFailure('Account watch failed to start; role changes show after a reload.', error),
    )
    return () => {
      isCancelled = true
      stop()
    }
  }, [shownPersona, memberId, hasRoom])
}
