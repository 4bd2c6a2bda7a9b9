// Secret tokens: issued once, in a cookie or a mail, and stored only as a hash.
import { hash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** Creates a URL-safe secret of 43 characters. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** The hash to store for a secret. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
