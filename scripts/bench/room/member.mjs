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

/** The messages for each kind of server, and where in a received text one letter identifies its type. */
const dialects = {
  plain: {
    path: '/ws',
    kindAt: 9,
    say: (type, fields) => clientFrame(JSON.stringify({ type, ...fields })),
    isEvent: () => true,
    joinsAtOnce: true,
  },
  'socket.io': {
    path: '/socket.io/?EIO=4&transport=websocket',
    kindAt: 4,
    say: (type, fields) => clientFrame(`42${JSON.stringify([type, fields])}`),
    isEvent: (data, start) => data[start] === zero + 4 && data[start + 1] === zero + 2,
    joinsAtOnce: false,
  },
}

/** The identifying letters (char codes) of the event types. */
const letters = { message: 110, presence: 111, initial: 105, changed: 115, error: 101, denied: 97 }

/**
 * Opens a socket for a member and joins the day's room. `on` receives `message(member)`, `count(member, before)`,
 * `initial(member)`, `changed(member, text)`, `refused(member, why)`, `lost(member, why)`.
 */
export function openMember({ port, from, dialect: name, person, day, on }) {
  const dialect = dialects[name]
  const member = { person, bytes: 0, count: -1, seen: 0, isOpen: true, isStalled: false, trouble: '' }
  const send = (frame) => socket.write(frame)
  const join = (sessionDate) => {
    send(dialect.say('join-session', { userId: person.userId, sessionDate }))
  }
  const heard = createFrameHandler({ member, dialect, on, send, join: () => join(day) })
  let rest = null
  let isUpgraded = false

  /** The bytes after the answer to the upgrade, once it is complete. */
  const upgraded = (data) => {
    const end = data.indexOf(headEnd)
    if (end < 0) {
      rest = Buffer.from(data)
      return null
    }
    const head = data.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 101')) {
      member.trouble = head.split('\r\n', 1)[0] ?? ''
      socket.destroy()
      return null
    }
    isUpgraded = true
    rest = null
    if (dialect.joinsAtOnce) join(day)
    return data.subarray(end + headEnd.length)
  }
  const came = (length) => {
    member.bytes += length
    const data = buffer.subarray(0, length)
    if (isUpgraded) rest = readFrames(rest, data, heard)
    else {
      const left = upgraded(rest === null ? data : Buffer.concat([rest, data]))
      if (left !== null) rest = readFrames(null, left, heard)
    }
    return true
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: from,
    noDelay: true,
    onread: { buffer, callback: came },
  })
  socket.once('connect', () => send(upgradeRequest({ path: dialect.path, port, cookie: person.cookie })))
  socket.on('error', (error) => {
    member.trouble ||= error.message
  })
  socket.once('close', () => {
    member.isOpen = false
    on.lost(member, member.trouble)
  })
  return Object.assign(member, {
    join,
    say: (type, fields) => send(dialect.say(type, fields)),
    /** Stops reading. */
    stall: () => {
      member.isStalled = true
      socket.pause()
    },
    leave: () => socket.destroy(),
  })
}

/** Handles each received frame. */
function createFrameHandler({ member, dialect, on, send, join }) {
  // Socket.IO only: the transport opens, then the room's namespace; later the server pings.
  const greet = (data, start) => {
    const [first, second] = [data[start] - zero, data[start + 1] - zero]
    if (first === 0) send(clientFrame('40'))
    else if (first === 2) send(clientFrame('3'))
    else if (first === 4 && second === 0) join()
  }
  const refused = (text) => {
    member.trouble = text
    on.refused(member, text)
  }
  return (opcode, data, start, end) => {
    if (opcode === opcodes.ping) send(pong)
    if (opcode === opcodes.close) member.trouble = `closed with ${data.readUInt16BE(start)}`
    if (opcode !== opcodes.text) return
    if (!dialect.isEvent(data, start)) {
      greet(data, start)
      return
    }
    const kind = data[start + dialect.kindAt]
    if (kind === letters.message) on.message(member)
    else if (kind === letters.presence) {
      const before = member.count
      member.count = numberAfter(countMark, data, start, end)
      on.count(member, before)
    } else if (kind === letters.initial) on.initial(member)
    else if (kind === letters.changed) on.changed(member, data.toString('utf8', start, end))
    else if (kind === letters.error || kind === letters.denied) refused(data.toString('utf8', start, end))
  }
}

function numberAfter(mark, data, start, end) {
  const found = data.indexOf(mark, start)
  if (found < 0 || found >= end) return -1
  let number = 0
  for (let at = found + mark.length; data[at] >= zero && data[at] <= nine; at += 1) {
    number = number * 10 + data[at] - zero
  }
  return number
}
