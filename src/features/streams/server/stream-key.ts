// Keys of encoders: shown once, stored as a hash.
import { hash, randomBytes } from 'node:crypto'

/** 128 bits, 22 characters. */
const keyBytes = 16

export const newStreamKey = () => randomBytes(keyBytes).toString('base64url')
export const hashStreamKey = (key: string) => hash('sha256', key, 'buffer')
