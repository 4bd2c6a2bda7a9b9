// What one document of the app leaves in this tab for the next: what is still to be read, and the way through Google.
import * as z from 'zod/mini'
import { clearRedirectState, readRedirectState } from '#features/auth/web/oauth-redirect-state.ts'
import { deleteFirebaseHeartbeats } from '#features/auth/web/firebase-storage-cleanup.ts'
import { welcomeMessage } from '#features/auth/web/welcome-message.ts'
import type { ServerRedirectState } from '#features/auth/web/provider.ts'
import type { SessionClient } from '#features/auth/web/session-client.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { isAuthPath } from './auth-document-isolation.ts'
import { claimFirstAdmin, consumeFirstAdminSecret } from './first-admin.ts'
import { consumeReturnPath } from './return-path.ts'

const storageKey = 'left-behind'

const handoffSchema = z.object({
  toast: z.nullable(
    z.object({
      title: z.string(),
      description: z.nullable(z.string()),
      variant: z.enum(['plain', 'destructive']),
    }),
  ),
  denial: z.nullable(z.string()),
  ended: z.nullable(z.enum(['expired', 'in-another-tab'])),
})

/** Loads the page anew; the toast that is open then, and why somebody is signed out, are there again afterwards. */
export function reloadWithState(session: SessionClient): void {
  // At the last moment: signing out leads away before it says how it went.
  window.addEventListener('pagehide', () => saveState(session), { once: true })
  window.location.reload()
}

function saveState(session: SessionClient): void {
  const state = session.state()
  const [open] = toastStore.records().filter((record) => record.open)
  const left: z.output<typeof handoffSchema> = {
    toast: open ? { title: open.title, description: open.description, variant: open.variant } : null,
    denial: session.denial(),
    ended: state.status === 'signedOut' ? state.ended : null,
  }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(left))
  } catch {
    // Then it is said no more.
  }
}

function consumeSavedState(): z.output<typeof handoffSchema> | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return z.parse(handoffSchema, JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Before the router reads the address: whoever is led to /auth after all joins there by it (AUTH-30). */
function restoreReferralCode(ref: string): void {
  const url = new URL(window.location.href)
  if (url.searchParams.has('ref')) return
  url.searchParams.set('ref', ref)
  window.history.replaceState(window.history.state, '', url)
}

/** Before the router reads the address: the server leads everybody who came in to the meditation. */
function applyReturnPath(): void {
  const path = consumeReturnPath()
  if (path !== null) window.history.replaceState(window.history.state, '', path)
}

/** The page's first question who is here, with what was left for it; greets whoever is back from Google. */
export async function restoreState(session: SessionClient): Promise<void> {
  const left = consumeSavedState()
  if (left?.toast) {
    const { title, description, variant } = left.toast
    toast({ title, variant, ...(description === null ? {} : { description }) })
  }
  const isAtAuth = isAuthPath(window.location.pathname)
  if (!isAtAuth) deleteFirebaseHeartbeats()
  const departure = consumeRedirectState()
  // Whoever is led back to /auth hasn't come in.
  const entrance = isAtAuth ? null : departure
  if (entrance) applyReturnPath()
  if (departure && departure.ref !== null) restoreReferralCode(departure.ref)
  const state = await session.load({
    referralCode: entrance?.validCode ?? null,
    denial: left?.denial ?? null,
    ended: left?.ended ?? null,
  })
  const secret = isAtAuth || state.status !== 'ready' ? null : consumeFirstAdminSecret()
  if (secret !== null) void claimFirstAdmin(session, secret, () => Promise.resolve())
  if (entrance && state.status === 'ready') {
    toast(welcomeMessage({ isNew: state.isNew ?? false, isUnchecked: entrance.isUnchecked }))
  }
}

/** What Firebase began is left to the screen of /auth. */
function consumeRedirectState(): ServerRedirectState | null {
  const departure = readRedirectState()
  if (departure?.by !== 'server') return null
  clearRedirectState()
  return departure
}
