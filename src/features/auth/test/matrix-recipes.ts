// Matrix recipes for the calls of signing in.
import { otherUserId, type CallFacts, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { request } from '#test/request.ts'

const password = 'a still lake at dawn'
const known = { email: 'known@example.org', password }
const wrongLink = { token: 'not-a-token-of-ours' }

const isOfOther = (facts: CallFacts) => otherUserId(facts).userId !== undefined

export const authRecipes: MatrixRecipes = {
  prepare: async (app) => {
    await request(app, 'POST /api/identity/sign-up/email', { body: { name: 'Known', ...known } })
  },
  calls: {
    'GET /api/auth/user/:uid': ({ aimed }) => ({ path: `/api/auth/user/${aimed?.uid ?? 'unknown'}` }),
    'GET /api/auth/user/:uid of somebody else': ({ other }) => ({ path: `/api/auth/user/${other.uid}` }),
    'POST /api/auth/session with the built-in provider': () => ({ body: { idToken: 'a.b.c' } }),
    'POST /api/auth/register': ({ caller, aimed }) => ({
      body: {
        name: caller?.name ?? 'Unknown',
        email: caller?.email ?? 'unknown@example.org',
        firebaseUid: aimed?.uid ?? 'unknown',
      },
    }),
    'POST /api/identity/sign-in/social': () => ({ body: { provider: 'google' } }),
    'POST /api/identity/request-password-reset': (facts) => ({
      body: { email: `${isOfOther(facts) ? 'unknown' : 'newcomer'}-${facts.serial}@example.org` },
    }),
    'POST /api/identity/reset-password by a link that is none': () => ({
      body: { ...wrongLink, newPassword: password },
    }),
    'POST /api/identity/mailed-link by a link that is none': () => ({ body: wrongLink }),
    'POST /api/identity/verify-email by a link that is none': () => ({ body: wrongLink }),
    'POST /api/identity/change-password with a wrong present password': () => ({
      body: { currentPassword: 'not the password', newPassword: password },
    }),
    'PUT /api/user/email-correction': ({ app }) => ({
      body: { correctedAt: new Date(app.clock.now()).toISOString() },
    }),
    'POST /api/identity/sign-up/email': (facts) => ({
      body: {
        name: 'Newcomer',
        email: isOfOther(facts) ? known.email : `newcomer-${facts.serial}@example.org`,
        password,
      },
    }),
    'POST /api/identity/sign-in/email': (facts) => ({
      body: isOfOther(facts) ? { ...known, password: 'not the password' } : known,
    }),
  },
}
