// WebSocket frames built once and written to many sockets: one encoding per event, whoever listens.
import type { ServerMessage } from '../contract.ts'

const finalText = 0x81
const finalPing = 0x89

/** The whole unmasked frame of a message, header included. */
export function frameOf(message: ServerMessage): Buffer {
  return textFrame(JSON.stringify(message))
}

/** The same for a message that is JSON text already. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  // Not from the pool: a frame may be kept, and would keep its neighbours.
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

/** A ping, for the server to see that the client lives, and a heartbeat, for the browser to see that we do. */
export const heartbeatFrames = Buffer.concat([Buffer.from([finalPing, 0]), frameOf({ type: 'heartbeat' })])
