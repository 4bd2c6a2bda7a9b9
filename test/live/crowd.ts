// Many members at once on cheap sockets: they store only what a test needs and parse nothing else.
import { connect, type Socket } from 'node:net'
import { hashSecret, newSecret } from '#features/auth/server/secret-token.ts'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { sessionCookieName } from '#server/http/session-cookie.ts'
import type { TestApp } from '#test/app.ts'
import type { LiveAddress } from './live-client.ts'

export interface Guest {
  userId: number
  cookie: string
}

/** The community of the guests. */
interface GuestDeps {
  database: Database
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'publicUrl'>
}

export interface CrowdMember {
  readonly userId: number
  /** The text of every event so far, except the initial messages and presence. */
  readonly received: string[]
  /** The latest online count; null since the last join. */
  count: number | null
  join(day: string): void
  sendChat(text: string): void
  leave(): void
  /** Whether the connection is closed. */
  readonly isClosed: boolean
}

const batchSize = 100
// Longer than any test advances its clock.
const sessionMs = 366 * 24 * 3_600_000

/** Opens `size` sockets, each for a member of its own; none has joined a room yet. */
export async function connectCrowd(app: TestApp, to: LiveAddress, size: number): Promise<CrowdMember[]> {
  const guests = await insertGuests(app, size)
  const crowd: CrowdMember[] = []
  for (let from = 0; from < size; from += batchSize) {
    const batch = guests.slice(from, from + batchSize).map((guest) => connectGuest(to, guest))
    crowd.push(...(await Promise.all(batch)))
  }
  return crowd
}

/** Inserts members with sessions, in a constant number of statements. */
export async function insertGuests({ database, clock, config }: GuestDeps, size: number): Promise<Guest[]> {
  const createdAt = new Date(clock.now())
  const names = Array.from({ length: size }, (_, index) => `Guest ${index}`)
  const [picture = null] = await listActivePictureUrls(database.query)
  const emailOf = (index: number) => `guest-${index}@example.org`
  const uidOf = (name: string) => `uid-${name.toLowerCase().replace(' ', '-')}`
  const users = await database.query
    .insertInto('users')
    .values(
      names.map((name, index) => ({
        name,
        email: emailOf(index),
        firebaseUid: uidOf(name),
        profilePicture: picture,
        profileCompleted: true,
        createdAt,
      })),
    )
    .returning('id')
    .execute()
  const tokens = names.map(() => newSecret())
  const session = {
    provider: 'builtin',
    emailVerified: true,
    remembered: true,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: new Date(clock.now() + sessionMs),
  }
  const rows = names.map((name, index) => ({
    ...session,
    name,
    email: emailOf(index),
    uid: uidOf(name),
    tokenHash: hashSecret(tokens[index] ?? ''),
  }))
  await database.query.insertInto('sessions').values(rows).execute()
  return users.map(({ id }, index) => ({
    userId: id,
    cookie: `${sessionCookieName(config)}=${tokens[index] ?? ''}`,
  }))
}

/** Opens a socket for a guest, who has joined no room yet; rejects when the server refuses the upgrade. */
export function connectGuest({ url, config }: LiveAddress, { userId, cookie }: Guest): Promise<CrowdMember> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const send = (message: object) => socket.write(clientFrame(JSON.stringify(message)))
  const member: CrowdMember = {
    userId,
    received: [],
    count: null,
    join: (sessionDate) => {
      member.count = null
      send({ type: 'join-session', userId, sessionDate })
    },
    sendChat: (text) => send({ type: 'chat-message', text }),
    leave: () => socket.destroy(),
    get isClosed() {
      return socket.destroyed
    },
  }
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n` +
      `Origin: ${config.allowedOrigins[0] ?? ''}\r\nCookie: ${cookie}\r\n\r\n`,
  )
  return whenUpgraded(socket).then(() => {
    readFrames(socket, (text) => onText(member, text))
    return member
  })
}

function whenUpgraded(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    // The server sends nothing after the upgrade until the member sends a message.
    socket.once('data', (head: Buffer) => {
      if (head.toString('latin1').startsWith('HTTP/1.1 101')) resolve()
      else reject(new Error(head.toString('latin1')))
    })
  })
}

const ignoredPrefixes = ['initial-messages', 'user-joined', 'user-left', 'heartbeat'].map(
  (type) => `{"type":"${type}"`,
)
const presencePrefix = '{"type":"online-count-updated","onlineCount":'

function onText(member: CrowdMember, text: string): void {
  if (text.startsWith(presencePrefix)) member.count = Number.parseInt(text.slice(presencePrefix.length), 10)
  else if (!ignoredPrefixes.some((start) => text.startsWith(start))) member.received.push(text)
}

/** A masked text frame of up to 125 bytes; the all-zero mask leaves the text unchanged. */
function clientFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | length, 0, 0, 0, 0]), Buffer.from(text)])
}

const textOpcode = 1

function readFrames(socket: Socket, onText: (text: string) => void): void {
  let buffer: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    buffer = buffer.length === 0 ? data : Buffer.concat([buffer, data])
    for (let frame = parseFrame(buffer); frame !== null; frame = parseFrame(buffer)) {
      if (frame.opcode === textOpcode) onText(buffer.toString('utf8', frame.start, frame.end))
      buffer = buffer.subarray(frame.end)
    }
  })
}

/**
 * The bounds of the first frame's text; null while the frame is incomplete. The server sends no frame over 64 KB.
 */
function parseFrame(data: Buffer): { opcode: number; start: number; end: number } | null {
  const isShort = (data[1] ?? 0) < 126
  if (data.length < (isShort ? 2 : 4)) return null
  const start = isShort ? 2 : 4
  const end = start + (isShort ? (data[1] ?? 0) : data.readUInt16BE(2))
  return end <= data.length ? { opcode: (data[0] ?? 0) & 0x0f, start, end } : null
}
