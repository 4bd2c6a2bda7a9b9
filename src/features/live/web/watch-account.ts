// The live channel of a screen without a room: only hears that the member's roles are other ones, or of a ban.
import { createMemberSocket, type MemberSocketOptions } from './member-socket.ts'

/** Holds a socket open while the page is visible, until the answer is called. It joins no room and counts nowhere. */
export function watchAccount(member: Omit<MemberSocketOptions, 'sessionDate'>): () => void {
  const socket = createMemberSocket({ ...member, sessionDate: null })
  const watching = new AbortController()
  let close = () => {}
  const follow = () => {
    close()
    close = document.visibilityState === 'visible' ? socket.start() : () => {}
  }
  // The end of a session shows at the next call: signing out and deleting the account, here, end it as well.
  socket.onConnection(() => {
    if (socket.connection().ended !== null) watching.abort()
  })
  document.addEventListener('visibilitychange', follow, { signal: watching.signal })
  follow()
  return () => {
    watching.abort()
    close()
  }
}
