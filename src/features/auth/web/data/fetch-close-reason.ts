// Why the server closed or rejected the live socket of a page, as far as the session knows.
import type { LiveCloseReason } from '#shared/live/live-client.ts'
import { call, isCallError } from '#web/call.ts'
import { authCalls } from '../../contract.ts'

/** Browsers hide why an upgrade was rejected; the session endpoint gives the reason. */
export async function fetchCloseReason(): Promise<LiveCloseReason | null> {
  try {
    await call(authCalls.whoAmI, {})
    return null
  } catch (error) {
    if (!isCallError(error)) return null
    if (error.status === 401) return 'signed-out'
    return error.errorBody?.code === 'banned' ? 'banned' : null
  }
}
