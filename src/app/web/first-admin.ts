// First administrator: a member who signs in after following the setup link claims the role (OPS-18).
import * as z from 'zod/mini'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { firstAdminCalls } from '#features/users/contract.ts'
import { call, isCallError } from '#web/call.ts'
import { toast } from '#web/toast-store.ts'

const storageKey = 'first-admin'
/** Long enough to sign up, and too short for the next person at a shared browser. */
const maxAgeMs = 30 * 60_000
const savedSecretSchema = z.object({ secret: z.string(), keptAtMs: z.number() })

/** Saves the link's secret in this tab for half an hour, since a sign-in may lead through other pages. */
export function saveFirstAdminSecret(secret: string, nowMs = Date.now()): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ secret, keptAtMs: nowMs }))
  } catch {
    // Storage is denied: the secret works on this page alone.
  }
}

/** The secret that an earlier page of this tab saved, deleted on read; null without one. */
export function consumeFirstAdminSecret(nowMs = Date.now()): string | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    const { secret, keptAtMs } = z.parse(savedSecretSchema, JSON.parse(text ?? 'null'))
    return Math.abs(nowMs - keptAtMs) <= maxAgeMs ? secret : null
  } catch {
    return null
  }
}

/** Claims the role as soon as a member is signed in; `onClaimed` navigates to an administrator's screen. */
export function claimFirstAdminWhenSignedIn(
  session: SessionClient,
  secret: string,
  onClaimed: () => Promise<void>,
): void {
  const claimIfReady = (): void => {
    if (session.state().status !== 'ready') return
    stop()
    void claimFirstAdmin(session, secret, onClaimed)
  }
  const stop = session.subscribe(claimIfReady)
  claimIfReady()
}

/** Makes the signed-in member the first administrator, and shows the result. */
export async function claimFirstAdmin(
  session: SessionClient,
  secret: string,
  onClaimed: () => Promise<void>,
): Promise<void> {
  consumeFirstAdminSecret()
  try {
    await call(firstAdminCalls.becomeFirstAdmin, { body: { token: secret } })
  } catch (error) {
    toast({
      title: 'You are not an administrator',
      description:
        (isCallError(error) ? error.errorBody?.message : null) ??
        'The server couldn’t be reached. Please open the link again.',
      variant: 'destructive',
    })
    return
  }
  await session.refresh()
  toast({
    title: 'You’re this community’s administrator now',
    description: 'You plan the meditations, and you can add other administrators to help you.',
  })
  await onClaimed()
}
