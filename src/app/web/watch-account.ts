// The account watch of screens without a room; it loads after the first paint.
import { fetchCloseReason } from '#features/auth/web/data/fetch-close-reason.ts'
import type { Persona } from '#shared/roles.ts'
import { watchAccount } from '#web/live/member-socket.ts'
import { serverMessages } from '../live-messages.ts'

/** Watches the signed-in member's account; returns the stop function. */
export function watchOwnAccount(shownPersona: () => Persona | null): () => void {
  return watchAccount({ shownPersona, fetchCloseReason, serverMessages })
}
