// Client and server WebSocket frames, without a library.
import { createHash } from 'node:crypto'

export const opcodes = /** @type {const} */ ({ text: 1, close: 8, ping: 9, pong: 10 })

/** A client frame; its all-zero mask leaves the text unchanged. */
export function clientFrame(text, opcode = opcodes.text) {
  const length = Buffer.byteLength(text)
  const headBytes = length < 126 ? 6 : 8
  const frame = Buffer.alloc(headBytes + length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | Math.min(length, 126)
  if (length >= 126) frame.writeUInt16BE(length, 2)
  frame.write(text, headBytes)
  return frame
}

/** A server frame. */
export function serverFrame(text) {
  const length = Buffer.byteLength(text)
  const headBytes = length < 126 ? 2 : 4
  const frame = Buffer.allocUnsafeSlow(headBytes + length)
  frame[0] = 0x80 | opcodes.text
  frame[1] = Math.min(length, 126)
  if (length >= 126) frame.writeUInt16BE(length, 2)
  frame.write(text, headBytes)
  return frame
}

/** The request that opens a WebSocket. */
export function upgradeRequest({ port, cookie }) {
  return [
    'GET /ws HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n')
}

/** The response to the upgrade, for a server that checks only the key. */
export function upgradeResponse(request) {
  const [, key = ''] = /sec-websocket-key: (\S+)/i.exec(request) ?? []
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
}

/**
 * Passes each complete frame in `chunk` to `onFrame(opcode, buffer, start, end)`; returns the remaining bytes, as a
 * buffer of its own, or null.
 */
export function readFrames(buffered, chunk, onFrame) {
  const data = buffered === null ? chunk : Buffer.concat([buffered, chunk])
  let at = 0
  while (data.length - at >= 2) {
    let length = data[at + 1] & 127
    let head = 2
    if (length > 125) {
      head = length === 126 ? 4 : 10
      if (data.length - at < head) break
      length = head === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    }
    if (data.length - at < head + length) break
    onFrame(data[at] & 15, data, at + head, at + head + length)
    at += head + length
  }
  return at === data.length ? null : Buffer.from(data.subarray(at))
}
