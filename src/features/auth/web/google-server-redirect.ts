// Google sign-in for the built-in provider: redirects to Google; the server handles the callback.
import { call } from '#web/call.ts'
import { externalIdentityCalls } from '../external-identity-contract.ts'
import { saveRedirectState } from './oauth-redirect-state.ts'
import type { GoogleSignIn } from './provider.ts'

export const googleServerRedirect: GoogleSignIn = {
  prepare: () => undefined,
  start: async ({ rememberMe, resolveReferralCode }) => {
    const [{ url }, code] = await Promise.all([
      call(externalIdentityCalls.signInSocially, { body: { provider: 'google', rememberMe } }),
      resolveReferralCode(),
    ])
    const ref = new URLSearchParams(window.location.search).get('ref')
    saveRedirectState({ by: 'server', ref, ...code })
    window.location.assign(url)
    return new Promise(() => undefined)
  },
  resume: () => null,
}
