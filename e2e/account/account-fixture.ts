// The account fixture: Mara, a built-in account with password, addresses and sessions.
import type { BrowserContext } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { expect } from '../app.ts'

export const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }
export const newPassword = 'another quiet lake'
export const newEmail = 'mara.lind@example.com'
// The browser logs failed requests, and these tests provoke them; and the room's attempts to reconnect when another
// browser has ended the session.
export const expectedErrors = /status of (40[0134]|503)|HTTP Authentication failed/

type Credentials = Pick<typeof mara, 'email' | 'password'>

/** Signs Mara up in this browser and completes her profile. */
export async function signUpMara(context: BrowserContext, app: TestApp): Promise<void> {
  const headers = { origin: app.url }
  const { request } = context
  const send = async (path: string, method: 'POST' | 'PUT', data: unknown) => {
    const response = await request.fetch(`${app.url}${path}`, { method, data, headers })
    expect(response.ok(), path).toBe(true)
  }
  // As the form does; otherwise a dialog asks for the terms on the first screen.
  const acceptedTerms = 1
  await send('/api/identity/sign-up/email', 'POST', { ...mara, acceptedTerms })
  const { uid } = (await (await request.get(`${app.url}/api/auth/session`)).json()) as { uid: string }
  const { name, email } = mara
  await send('/api/auth/register', 'POST', { name, email, firebaseUid: uid, acceptedTerms })
  const pictures = await request.get(`${app.url}/api/profile-pictures`)
  const [picture] = (await pictures.json()) as { url: string }[]
  const profile = { name, email, profilePicture: picture?.url, profileCompleted: true, firebaseUid: uid }
  await send('/api/user/profile', 'PUT', profile)
}

/** The status of a sign-in attempt. */
export async function signInStatus(
  context: BrowserContext,
  app: TestApp,
  data: Credentials,
): Promise<number> {
  const { email, password } = data
  const response = await context.request.post(`${app.url}/api/identity/sign-in/email`, {
    data: { email, password },
    headers: { origin: app.url },
  })
  return response.status()
}
