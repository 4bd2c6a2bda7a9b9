// Account watch: the live channel of a screen without a room, for role changes and bans only.
import { createMemberSocket, type MemberSocketOptions } from './member-socket.ts'

/**
 * Keeps a socket open while the page is visible; returns the stop function. It joins no room, so no count includes it.
 */
export function watchAccount(member: Omit<MemberSocketOptions, 'sessionDate'>): () => void {
  const socket = createMemberSocket({ ...member, sessionDate: null })
  const controller = new AbortController()
  let close = () => {}
  const restart = () => {
    close()
    close = document.visibilityState === 'visible' ? socket.start() : () => {}
  }
  // Reports no ended session: the next call does. Sign-out and account deletion on this page close the socket too.
  socket.onStatusChange(() => {
    if (socket.status().ended !== null) controller.abort()
  })
  document.addEventListener('visibilitychange', restart, { signal: controller.signal })
  restart()
  return () => {
    controller.abort()
    close()
  }
}
