// Frames: messages as unmasked WebSocket frames, which many connections can share.
import type { OutgoingMessage } from './room-feature.ts'

const finalText = 0x81

/** The complete unmasked frame of a message, header included. */
export function frameOf(message: OutgoingMessage): Buffer {
  return textFrame(JSON.stringify(message))
}

/** Same as `frameOf`, for text that is already JSON. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  // Not from the pool: a retained frame would keep the whole pool slab alive.
  const frame = Buffer.allocUnsafeSlow(headerBytes + length)
  frame[0] = finalText
  if (headerBytes === 2) frame[1] = length
  else if (headerBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerBytes)
  return frame
}
