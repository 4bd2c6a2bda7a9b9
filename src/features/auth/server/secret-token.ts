// A secret that is handed out once, in a cookie or in a mail, and the hash that is kept of it.
import { hash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** Makes a secret of 43 characters that may stand in an address. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** What is stored of a secret. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
