// The part of http_ece that the fake of a push service uses; the package has no types.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const ece: {
    decrypt(
      message: Buffer,
      keys: { version: 'aes128gcm'; privateKey: ECDH; dh?: Buffer; authSecret: Buffer },
    ): Buffer
  }
  export default ece
}
