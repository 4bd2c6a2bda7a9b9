// Matrix recipes for the calls about a member's devices.
import { createECDH } from 'node:crypto'
import { otherUserId, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'

const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed')
const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
const endpointOf = (serial: number) => `https://updates.push.services.mozilla.com/wpush/v2/matrix-${serial}`

export const pushRecipes: MatrixRecipes = {
  calls: {
    'POST /api/account/push': (facts) => ({
      body: { endpoint: endpointOf(facts.serial), keys, ...otherUserId(facts) },
    }),
    'POST /api/account/push for an unknown service': () => ({
      body: { endpoint: 'https://push.example.org/1', keys },
    }),
    'DELETE /api/account/push': (facts) => ({
      body: { endpoint: endpointOf(facts.serial), keys, ...otherUserId(facts) },
    }),
  },
}
