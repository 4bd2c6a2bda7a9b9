// What one document of the app leaves in this tab for the next: what is still to be read, and the way through Google.
import * as z from 'zod/mini'
import { forgetDeparture, readDeparture } from '#features/auth/web/departure.ts'
import { forgetCounts } from '#features/auth/web/firebase-traces.ts'
import { greeting } from '#features/auth/web/greeting.ts'
import type { ServerDeparture } from '#features/auth/web/provider.ts'
import type { Session } from '#features/auth/web/session.ts'
import { toast, toastStore } from '#web/toast-store.ts'
import { isAuth } from './documents.ts'
import { claim, takeSecret } from './first-admin.ts'
import { takeReturnPath } from './return-path.ts'

const key = 'left-behind'

const leftSchema = z.object({
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
export function loadAnew(session: Session): void {
  // At the last moment: signing out leads away before it says how it went.
  window.addEventListener('pagehide', () => leave(session), { once: true })
  window.location.reload()
}

function leave(session: Session): void {
  const state = session.state()
  const [open] = toastStore.records().filter((record) => record.open)
  const left: z.output<typeof leftSchema> = {
    toast: open ? { title: open.title, description: open.description, variant: open.variant } : null,
    denial: session.denial(),
    ended: state.status === 'signedOut' ? state.ended : null,
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(left))
  } catch {
    // Then it is said no more.
  }
}

function take(): z.output<typeof leftSchema> | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return z.parse(leftSchema, JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Before the router reads the address: whoever is led to /auth after all joins there by it (AUTH-30). */
function putBack(ref: string): void {
  const url = new URL(window.location.href)
  if (url.searchParams.has('ref')) return
  url.searchParams.set('ref', ref)
  window.history.replaceState(window.history.state, '', url)
}

/** Before the router reads the address: the server leads everybody who came in to the meditation. */
function goOnToReturnPath(): void {
  const path = takeReturnPath()
  if (path !== null) window.history.replaceState(window.history.state, '', path)
}

/** The page's first question who is here, with what was left for it; greets whoever is back from Google. */
export async function arrive(session: Session): Promise<void> {
  const left = take()
  if (left?.toast) {
    const { title, description, variant } = left.toast
    toast({ title, variant, ...(description === null ? {} : { description }) })
  }
  const isAtAuth = isAuth(window.location.pathname)
  if (!isAtAuth) forgetCounts()
  const departure = takeServerDeparture()
  // Whoever is led back to /auth hasn't come in.
  const entrance = isAtAuth ? null : departure
  if (entrance) goOnToReturnPath()
  if (departure && departure.ref !== null) putBack(departure.ref)
  const state = await session.load({
    referralCode: entrance?.validCode ?? null,
    denial: left?.denial ?? null,
    ended: left?.ended ?? null,
  })
  const secret = isAtAuth || state.status !== 'ready' ? null : takeSecret()
  if (secret !== null) void claim(session, secret, () => Promise.resolve())
  if (entrance && state.status === 'ready') {
    toast(greeting({ isNew: state.isNew ?? false, isUnchecked: entrance.isUnchecked }))
  }
}

/** What Firebase began is left to the screen of /auth. */
function takeServerDeparture(): ServerDeparture | null {
  const departure = readDeparture()
  if (departure?.by !== 'server') return null
  forgetDeparture()
  return departure
}
