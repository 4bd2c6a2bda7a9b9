// One member of a crowd: a raw socket that opens the channel, joins, and counts the events that it receives.
import { connect } from 'node:net'
import { clientFrame, opcodes, readFrames, upgradeRequest } from './wire.mjs'

const headEnd = Buffer.from('\r\n\r\n')
const countMark = Buffer.from('"onlineCount":')
const zero = 48
const nine = 57
// All sockets of the process read into this one buffer, one after the other.
const buffer = Buffer.allocUnsafeSlow(256 * 1024)
const pong = clientFrame('', opcodes.pong)

/** Where in a received text one letter identifies its type. */
const kindAt = 9
/** The identifying letters (char codes) of the event types. */
const letters = { message: 110, presence: 111, initial: 105, changed: 115, error: 101, denied: 97 }

/**
 * Opens a socket for a member and joins the day's room. `on` receives `message(member)`, `count(member, before)`,
 * `initial(member)`, `changed(member, text)`, `rejected(member, reason)`, `lost(member, reason)`.
 */
export function openMember({ port, from, user, day, on }) {
  const member = { user, bytes: 0, count: -1, seen: 0, lastError: '' }
  const sendFrame = (frame) => socket.write(frame)
  const send = (type, fields) => sendFrame(clientFrame(JSON.stringify({ type, ...fields })))
  const join = (sessionDate) => send('join-session', { userId: user.userId, sessionDate })
  const handleFrame = createFrameHandler({ member, on, sendFrame })
  let buffered = null
  let isUpgraded = false

  /** The bytes after the response to the upgrade, once it is complete. */
  const parseUpgrade = (data) => {
    const end = data.indexOf(headEnd)
    if (end < 0) {
      buffered = Buffer.from(data)
      return null
    }
    const head = data.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 101')) {
      member.lastError = head.split('\r\n', 1)[0] ?? ''
      socket.destroy()
      return null
    }
    isUpgraded = true
    buffered = null
    join(day)
    return data.subarray(end + headEnd.length)
  }
  const onData = (length) => {
    member.bytes += length
    const data = buffer.subarray(0, length)
    if (isUpgraded) buffered = readFrames(buffered, data, handleFrame)
    else {
      const remaining = parseUpgrade(buffered === null ? data : Buffer.concat([buffered, data]))
      if (remaining !== null) buffered = readFrames(null, remaining, handleFrame)
    }
    return true
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: from,
    noDelay: true,
    onread: { buffer, callback: onData },
  })
  socket.once('connect', () => sendFrame(upgradeRequest({ port, cookie: user.cookie })))
  socket.on('error', (error) => {
    member.lastError ||= error.message
  })
  socket.once('close', () => {
    on.lost(member, member.lastError)
  })
  return Object.assign(member, { join, send, leave: () => socket.destroy() })
}

/** Handles each received frame. */
function createFrameHandler({ member, on, sendFrame }) {
  const reject = (text) => {
    member.lastError = text
    on.rejected(member, text)
  }
  return (opcode, data, start, end) => {
    if (opcode === opcodes.ping) sendFrame(pong)
    if (opcode === opcodes.close) member.lastError = `closed with ${data.readUInt16BE(start)}`
    if (opcode !== opcodes.text) return
    const kind = data[start + kindAt]
    if (kind === letters.message) on.message(member)
    else if (kind === letters.presence) {
      const before = member.count
      member.count = numberAfter(countMark, data, start, end)
      on.count(member, before)
    } else if (kind === letters.initial) on.initial(member)
    else if (kind === letters.changed) on.changed(member, data.toString('utf8', start, end))
    else if (kind === letters.error || kind === letters.denied) reject(data.toString('utf8', start, end))
  }
}

function numberAfter(prefix, data, start, end) {
  const found = data.indexOf(prefix, start)
  if (found < 0 || found >= end) return -1
  let number = 0
  for (let at = found + prefix.length; data[at] >= zero && data[at] <= nine; at += 1) {
    number = number * 10 + data[at] - zero
  }
  return number
}
