// A signing key of a fake: its public JWK, and tokens that it signs.
import { generateKeyPairSync, randomBytes, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'

export interface Signer {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
  /** The public key, as in a JWK set. */
  jwk(): object
  /** A token with exactly these claims; `header` overrides fields of the usual header. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
}

const keyPairsMax = 8
const keyPairs: KeyPairKeyObjectResult[] = []

/** Another pair than those of the last signers. To generate one takes a core for a tenth of a second. */
function takeKeyPair(): KeyPairKeyObjectResult {
  const reused = keyPairs.length < keyPairsMax ? undefined : keyPairs.shift()
  const pair = reused ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  keyPairs.push(pair)
  return pair
}

export function createSigner(kid = randomBytes(8).toString('hex')): Signer {
  const { publicKey, privateKey } = takeKeyPair()
  return {
    kid,
    publicKey,
    privateKey,
    jwk: () => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }),
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, ...header }).sign(privateKey),
  }
}
