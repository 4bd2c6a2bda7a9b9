import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import { describe, expect, test } from 'vitest'
import { encryptPush, isCurvePoint, newKeyPair } from './encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('encryption of a push', () => {
  test('[REM-11] gives the message of RFC 8291’s example', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(bytes(example.senderPrivateKey))
    const keys = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) }
    const message = encryptPush(Buffer.from(example.plaintext), keys, { sender, salt: bytes(example.salt) })
    expect(message.toString('base64url')).toBe(example.message)
  })

  test('[REM-11] another implementation decrypts messages of every length', () => {
    for (const length of [0, 1, 15, 16, 17, 500, 3_993]) {
      const browser = newKeyPair()
      const auth = randomBytes(16)
      const plaintext = randomBytes(length)
      const message = encryptPush(plaintext, { p256dh: browser.getPublicKey(), auth })
      const keys = { version: 'aes128gcm', privateKey: browser, authSecret: auth } as const
      expect(ece.decrypt(message, keys)).toEqual(plaintext)
      expect(message.length).toBeLessThanOrEqual(4_096)
    }
  })

  test('no two messages share a key or a salt; a longer one throws', () => {
    const keys = { p256dh: newKeyPair().getPublicKey(), auth: randomBytes(16) }
    const heads = Array.from({ length: 20 }, () => encryptPush(Buffer.from('x'), keys))
    expect(new Set(heads.map((message) => message.subarray(0, 16).toString('hex'))).size).toBe(20)
    expect(new Set(heads.map((message) => message.subarray(21, 86).toString('hex'))).size).toBe(20)
    expect(() => encryptPush(Buffer.alloc(3_994), keys)).toThrow('too long')
  })

  test('65 bytes that are no point of the curve are recognized', () => {
    expect(isCurvePoint(newKeyPair().getPublicKey())).toBe(true)
    expect(isCurvePoint(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]))).toBe(false)
    expect(isCurvePoint(Buffer.alloc(65))).toBe(false)
  })
})
