// Tokens of halls: 128 bits, of which the database has the hash alone.
import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 16

/** 22 characters, for an address. */
export const newHallToken = () => randomBytes(tokenBytes).toString('base64url')
export const hashHallToken = (token: string) => hash('sha256', token, 'buffer')
