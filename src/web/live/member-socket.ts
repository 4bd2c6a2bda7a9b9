// Member socket: the signed-in member's live socket, which forwards account events to the session. A screen without a
// room opens one for these events only.
import { liveServerMessages } from '#shared/live/channel-messages.ts'
import { onJoin } from '#shared/live/live-client.ts'
import type { Persona } from '#shared/roles.ts'
import { pageCommunity, setCommunity } from '#web/community.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { createLiveSocket, type LiveSocket, type LiveSocketOptions } from './live-socket.ts'
import { publishMemberConnection, publishMemberMessage } from './member-messages.ts'

export interface MemberSocketOptions extends Pick<
  LiveSocketOptions,
  'room' | 'movesOut' | 'serverMessages' | 'fetchCloseReason'
> {
  /**
   * The persona that the page shows now: the server reports roles that changed while there was no socket (LIVE-32).
   */
  shownPersona: () => Persona | null
}

/** Publishes role changes, bans and changed news as session signals, but not the end of a session. */
export function createMemberSocket({ shownPersona, ...room }: MemberSocketOptions): LiveSocket {
  const socket = createLiveSocket({
    ...room,
    url: () => channelUrl(shownPersona()),
  })
  socket.onMessage(liveServerMessages, (message) => {
    if (message.type === 'account-changed') publishSessionSignal('changed')
    if (message.type === 'news-changed') publishSessionSignal('news')
    if (message.type === 'community-changed') setCommunity(message.community)
  })
  socket.onMessage(room.serverMessages, (message) => {
    if (room.serverMessages[message.type]?.scope === 'connection') publishMemberMessage(message)
  })
  let hasJoined = false
  onJoin(socket, () => {
    // The account was read with the page, but may have changed while the connection was lost.
    if (hasJoined) publishSessionSignal('changed')
    hasJoined = true
    publishMemberConnection()
  })
  socket.onStatusChange(() => {
    if (socket.status().ended === 'banned') publishSessionSignal('denied')
  })
  return socket
}

function channelUrl(persona: Persona | null): string {
  const query = `?community=${pageCommunity().version}${persona === null ? '' : `&persona=${persona}`}`
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${query}`
}

/**
 * Keeps a socket open while the page is visible; returns the stop function. It joins no room, so no count includes it.
 */
export function watchAccount(
  member: Pick<MemberSocketOptions, 'shownPersona' | 'fetchCloseReason' | 'serverMessages'>,
): () => void {
  const socket = createMemberSocket({
    ...member,
    room: null,
    movesOut: () => false,
  })
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
