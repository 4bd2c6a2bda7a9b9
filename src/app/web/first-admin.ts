// The link of the first start: whoever has followed it becomes the first administrator once they are in (OPS-18).
import * as z from 'zod/mini'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { firstAdminCalls } from '#features/users/contract.ts'
import { call, isCallError } from '#web/call.ts'
import { toast } from '#web/toast-store.ts'

const storageKey = 'first-admin'
/** Long enough to sign up, and too short for whoever comes to a shared browser later. */
const maxAgeMs = 30 * 60_000
const savedSecretSchema = z.object({ secret: z.string(), keptAtMs: z.number() })

/** Keeps the secret of the link in this tab, for a sign-in that leads through other pages; for half an hour. */
export function saveFirstAdminSecret(secret: string, nowMs = Date.now()): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ secret, keptAtMs: nowMs }))
  } catch {
    // Then it is good on this page alone.
  }
}

/** The secret that an earlier page of this tab has kept; null without one. It is answered once. */
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

/** Asks as soon as somebody is in; `led` leads to what an administrator sees. */
export function claimFirstAdminWhenSignedIn(
  session: SessionClient,
  secret: string,
  led: () => Promise<void>,
): void {
  const look = (): void => {
    if (session.state().status !== 'ready') return
    stop()
    void claimFirstAdmin(session, secret, led)
  }
  const stop = session.subscribe(look)
  look()
}

/** Makes whoever is signed in the first administrator, and says how that went. */
export async function claimFirstAdmin(
  session: SessionClient,
  secret: string,
  led: () => Promise<void>,
): Promise<void> {
  consumeFirstAdminSecret()
  try {
    await call(firstAdminCalls.becomeFirstAdmin, { body: { token: secret } })
  } catch (error) {
    toast({
      title: 'You are not an administrator',
      description:
        (isCallError(error) ? error.refusal?.message : null) ??
        'The server could not be asked. Please open the link once more.',
      variant: 'destructive',
    })
    return
  }
  await session.refresh()
  toast({
    title: 'You look after this community now',
    description: 'As its administrator you plan the meditations, and may name others to help you.',
  })
  await led()
}
