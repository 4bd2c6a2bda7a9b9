// The way in by Google with the built-in provider: the page goes to Google's own, and our server takes in who comes back.
import { call } from '#web/call.ts'
import { externalIdentityCalls } from '../external-identity-contract.ts'
import { saveRedirectState } from './oauth-redirect-state.ts'
import type { GoogleSignIn } from './provider.ts'

export const googleServerRedirect: GoogleSignIn = {
  prepare: () => undefined,
  begin: async ({ rememberMe, joining }) => {
    const [{ url }, code] = await Promise.all([
      call(externalIdentityCalls.signInSocially, { body: { provider: 'google', rememberMe } }),
      joining(),
    ])
    const ref = new URLSearchParams(window.location.search).get('ref')
    saveRedirectState({ by: 'server', ref, ...code })
    window.location.assign(url)
    return new Promise(() => undefined)
  },
  resume: () => null,
}
