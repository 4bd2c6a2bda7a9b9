// The community's key pair for push services (RFC 8292): made once, and stored encrypted.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Platform } from '#server/context.ts'
import { newKeyPair } from './encryption.ts'
import { lockPushKeyForUpdate, findPushKey, replacePushKey, type StoredPushKey } from './sql.ts'

export interface VapidKey {
  /** An uncompressed point of 65 bytes. */
  publicKey: Buffer
  /** 32 bytes. */
  privateKey: Buffer
}

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Reads the key, or makes one. After a change of SESSION_SECRET the stored one is unreadable: a new one replaces it,
 * and the subscriptions for the old one are deleted.
 */
export async function loadVapidKey({
  clock,
  config: { sessionSecret },
  database,
}: Pick<Platform, 'clock' | 'config' | 'database'>): Promise<VapidKey> {
  const stored = await findPushKey(database.query)
  const known = stored && unsealKey(stored, sessionSecret)
  if (known) return known
  const pair = newKeyPair()
  // OpenSSL drops leading zeros.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const made: VapidKey = { publicKey: pair.getPublicKey(), privateKey }
  return database.transaction(async (tx) => {
    const current = await lockPushKeyForUpdate(tx, sealKey(made, sessionSecret), new Date(clock.now()))
    // Another node may have made it meanwhile.
    const ofAnother = unsealKey(current, sessionSecret)
    if (ofAnother) return ofAnother
    await replacePushKey(tx, sealKey(made, sessionSecret), new Date(clock.now()))
    return made
  })
}

function sealKey({ publicKey, privateKey }: VapidKey, secret: string): StoredPushKey {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, sealingKey(secret), nonce, { authTagLength: tagBytes })
  cipher.setAAD(publicKey)
  const sealed = [cipher.update(privateKey), cipher.final()]
  return { publicKey, sealedPrivateKey: Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]) }
}

/** Null for a key of another secret. */
function unsealKey({ publicKey, sealedPrivateKey: sealed }: StoredPushKey, secret: string): VapidKey | null {
  try {
    const nonce = sealed.subarray(0, nonceBytes)
    const decipher = createDecipheriv(cipherName, sealingKey(secret), nonce, { authTagLength: tagBytes })
    decipher.setAAD(publicKey)
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const privateKey = Buffer.concat([
      decipher.update(sealed.subarray(nonceBytes + tagBytes)),
      decipher.final(),
    ])
    return { publicKey, privateKey }
  } catch {
    return null
  }
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'push key', 32))
}
