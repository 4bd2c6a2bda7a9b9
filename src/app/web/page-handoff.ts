// Page handoff: state that one document of the app leaves in this tab for the next, and the return from Google.
import * as z from 'zod/mini'
import { deleteFirebaseHeartbeats } from '#features/auth/web/data/firebase-storage-cleanup.ts'
import { clearRedirectState, readRedirectState } from '#features/auth/web/data/oauth-redirect-state.ts'
import type { ServerRedirectState } from '#features/auth/web/data/provider.ts'
import type { SessionClient } from '#features/auth/web/data/session-client.ts'
import { welcomeMessage } from '#features/auth/web/data/welcome-message.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { isAuthPath, savedStateKey } from './document-isolation.ts'
import { consumeReturnPath } from './return-path.ts'

const handoffSchema = z.object({
  toast: z.nullable(
    z.object({
      title: z.string(),
      description: z.nullable(z.string()),
      variant: z.enum(['plain', 'destructive']),
    }),
  ),
  denial: z.nullable(z.string()),
  ended: z.nullable(z.enum(['expired', 'in-another-tab', 'cookie-refused'])),
})

/** Reloads the page; the open toast and the reason for a sign-out are restored afterwards. */
export function reloadWithState(session: SessionClient): void {
  // As late as possible: signing out navigates before it shows its toast.
  window.addEventListener('pagehide', () => saveState(session), { once: true })
  window.location.reload()
}

function saveState(session: SessionClient): void {
  const state = session.state()
  const [openToast] = toastStore.records().filter((record) => record.open)
  const savedState: z.output<typeof handoffSchema> = {
    toast: openToast
      ? { title: openToast.title, description: openToast.description, variant: openToast.variant }
      : null,
    denial: session.denial(),
    ended: state.status === 'signedOut' ? state.ended : null,
  }
  try {
    sessionStorage.setItem(savedStateKey, JSON.stringify(savedState))
  } catch {
    // Storage is denied: the toast and the reason are lost.
  }
}

function consumeSavedState(): z.output<typeof handoffSchema> | null {
  try {
    const text = sessionStorage.getItem(savedStateKey)
    sessionStorage.removeItem(savedStateKey)
    return z.parse(handoffSchema, JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/**
 * Runs before the router reads the address: a member redirected to /auth can still join with the code (AUTH-30).
 */
function restoreJoinCode(ref: string): void {
  const url = new URL(window.location.href)
  if (url.searchParams.has('ref') || url.searchParams.has('invite')) return
  url.searchParams.set('ref', ref)
  window.history.replaceState(window.history.state, '', url)
}

/** Runs before the router reads the address: after a sign-in the server always redirects to the meditation. */
function applyReturnPath(): void {
  const path = consumeReturnPath()
  if (path !== null) window.history.replaceState(window.history.state, '', path)
}

/** Loads the session with the handed-off state, and welcomes a member who returns from Google. */
export async function restoreState(session: SessionClient): Promise<void> {
  const savedState = consumeSavedState()
  if (savedState?.toast) {
    const { title, description, variant } = savedState.toast
    toast({ title, variant, ...(description === null ? {} : { description }) })
  }
  const isAtAuth = isAuthPath(window.location.pathname)
  if (!isAtAuth) deleteFirebaseHeartbeats()
  const redirectState = consumeRedirectState()
  // A return to /auth means that the sign-in failed.
  const completedRedirect = isAtAuth ? null : redirectState
  if (completedRedirect) applyReturnPath()
  if (redirectState && redirectState.ref !== null) restoreJoinCode(redirectState.ref)
  const state = await session.load({
    joinCode: completedRedirect?.validCode ?? null,
    denial: savedState?.denial ?? null,
    ended: savedState?.ended ?? (completedRedirect ? 'cookie-refused' : null),
  })
  if (completedRedirect && state.status === 'ready') {
    toast(welcomeMessage({ isNew: state.isNew ?? false, isUnchecked: completedRedirect.isUnchecked }))
  }
}

/** A redirect that Firebase started is handled by the /auth screen. */
function consumeRedirectState(): ServerRedirectState | null {
  const redirectState = readRedirectState()
  if (redirectState?.by !== 'server') return null
  clearRedirectState()
  return redirectState
}
