// The live channel of the member who is signed in on this page, and what it says of them to the session.
import { authCalls } from '#features/auth/contract.ts'
import type { Persona } from '#shared/roles.ts'
import { call, isCallError } from '#web/call.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import type { LiveCloseReason } from '../live-client.ts'
import { createLiveSocket, type LiveSocket } from './live-socket.ts'
import type { LiveSocketOptions } from './live-socket-options.ts'

export interface MemberSocketOptions extends Pick<LiveSocketOptions, 'userId' | 'sessionDate'> {
  /** As whom the page shows its member now: roles that changed while there was no socket are told at once (LIVE-32). */
  shownPersona: () => Persona | null
}

/** A channel that isn't started yet. Other roles and a ban reach the session; the end of a session doesn't. */
export function createMemberSocket({ shownPersona, ...room }: MemberSocketOptions): LiveSocket {
  const socket = createLiveSocket({
    ...room,
    url: () => channelUrl(shownPersona()),
    askWhy: fetchCloseReason,
  })
  socket.onMessage(({ type }) => {
    if (type === 'account-changed') publishSessionSignal('changed')
  })
  socket.onConnection(() => {
    if (socket.connection().ended === 'banned') publishSessionSignal('denied')
  })
  return socket
}

function channelUrl(persona: Persona | null): string {
  const query = persona === null ? '' : `?persona=${persona}`
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${query}`
}

/** A refused channel says nothing of the reason; the session does. */
async function fetchCloseReason(): Promise<LiveCloseReason | null> {
  try {
    await call(authCalls.whoAmI, {})
    return null
  } catch (error) {
    if (!isCallError(error)) return null
    if (error.status === 401) return 'signed-out'
    return error.refusal?.code === 'banned' ? 'banned' : null
  }
}
