// Message encryption for web push (RFC 8291, aes128gcm of RFC 8188), in one record.
import { createCipheriv, createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto'

/** The public key and the secret of a browser's subscription. */
export interface BrowserKeys {
  /** An uncompressed point of 65 bytes. */
  p256dh: Buffer
  /** 16 bytes. */
  auth: Buffer
}

const curve = 'prime256v1'
const recordBytes = 4_096
/** Without header, delimiter and tag: services accept 4,096 bytes in all. */
const plaintextMaxBytes = 3_993
const tagBytes = 16

/** For tests only: the key pair and the salt of a message, which are otherwise random. */
interface MessageSecrets {
  sender?: ECDH
  salt?: Buffer
}

/** Encrypts a message of at most 3,993 bytes; throws for a longer one, or a key that is no point of the curve. */
export function encryptPush(
  plaintext: Buffer,
  { p256dh, auth }: BrowserKeys,
  { sender = newKeyPair(), salt = randomBytes(16) }: MessageSecrets = {},
): Buffer {
  if (plaintext.length > plaintextMaxBytes) throw new RangeError('The notification is too long.')
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
  const secret = derive(sender.computeSecret(p256dh), { salt: auth, info, bytes: 32 })
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes })
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(senderKey.length, 4)
  // The delimiter of the last record.
  const ciphertext = cipher.update(Buffer.concat([plaintext, Buffer.from([2])]))
  return Buffer.concat([salt, sizes, senderKey, ciphertext, cipher.final(), cipher.getAuthTag()])
}

/** Whether 65 bytes are a point of the curve, to which messages can be encrypted. */
export function isCurvePoint(point: Buffer): boolean {
  try {
    newKeyPair().computeSecret(point)
    return true
  } catch {
    return false
  }
}

export function newKeyPair(): ECDH {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair
}

/** HKDF-SHA-256 of at most 32 bytes, in its two HMACs: `hkdfSync` takes ten times as long. */
function derive(
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number },
): Buffer {
  const key = hmac(salt, secret)
  return hmac(key, info, lastByte).subarray(0, bytes)
}

/** The counter of HKDF's only block. */
const lastByte = Buffer.from([1])

function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const digest = createHmac('sha256', key)
  for (const part of parts) digest.update(part)
  return digest.digest()
}
