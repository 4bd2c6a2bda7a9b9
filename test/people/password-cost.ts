// Cheap password hashes: a real one takes a core for a tenth of a second, and the tests of the server make hundreds.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

const cheapN = 16
let costN: number | 'real' = cheapN
const { scrypt } = crypto

const cheaper = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => {
  scrypt(password, salt, length, costN === 'real' ? options : { ...options, N: costN }, callback)
}
crypto.scrypt = cheaper as typeof scrypt
syncBuiltinESMExports()

/** Sets scrypt's N for the hashes of a file or group that measures or queues them; 'real' is the product's own. */
export function setPasswordCost(n: number | 'real'): void {
  beforeAll(() => {
    costN = n
  })
  afterAll(() => {
    costN = cheapN
  })
}
