// A proxy between a server and its PostgreSQL that sees every statement first and decides its fate. It can inject a
// fault exactly between two statements.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * 'pass' forwards a statement and its response. 'hold' keeps it: the database never receives it, and the server
 * waits. 'deafen' forwards it and keeps the response, and every later response on that connection.
 */
export type Verdict = 'pass' | 'hold' | 'deafen'

export interface StatementProxy {
  /** The proxied database URL; for DATABASE_URL. */
  url: string
  /**
   * Calls `judge` for every statement from now on, in order over all connections; until then, all pass. The
   * statement waits until `judge` returns.
   */
  intercept(interceptor: (statement: string) => Verdict): void
  /** Delays everything sent to the database from now on, in milliseconds; Infinity drops it, and the responses. */
  delay(ms: number): void
  /** Sends what follows the rows of a COPY, among it their number, later than the rows, from now on. */
  splitCopies(): void
  /** Breaks every open connection. */
  cut(): void
  /** Waits until the database has closed every connection, and so has committed or rolled back its transaction. */
  whenDrained(): Promise<void>
  close(): Promise<void>
}

type Interceptor = (statement: string) => Verdict

// Address bans, changed sessions, session lookups and last use, today’s meditation, the sittings around it, the job queue, and other servers.
const backgroundStatements =
  /\bip_bans\b|\bsession_changes\b|"sessions" left join "users"|^\s*with used as|"template"\."sessionSteps"|\bas "titles" from "sittings"|\bjobs\b|\bpg_stat_activity\b/

/** Whether the statement is a background poll or shared by many calls; all others belong to one call. */
export function isBackgroundStatement(statement: string): boolean {
  return backgroundStatements.test(statement)
}

/** Opens a proxy on a free local port, in front of a database without TLS. */
export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  let interceptor: Interceptor = () => 'pass'
  let delayMs = 0
  let splitsCopies = false
  const open = new Map<Socket, Promise<unknown>>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const database = connectUpstream(databaseUrl)
    open.set(database, once(database, 'close'))
    database.on('close', () => open.delete(database))
    pipeConnections(client, database, (statement) => interceptor(statement), {
      delayMs: () => delayMs,
      splitsCopies: () => splitsCopies,
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  url.searchParams.delete('host')
  return {
    url: url.href,
    intercept: (next) => {
      interceptor = next
    },
    delay: (ms) => {
      delayMs = ms
    },
    splitCopies: () => {
      splitsCopies = true
    },
    cut: () => {
      for (const database of open.keys()) database.destroy()
    },
    whenDrained: async () => {
      await Promise.all(open.values())
    },
    close: async () => {
      server.close()
      for (const database of open.keys()) database.destroy()
      await once(server, 'close')
    },
  }
}

/** Parses the address as the driver does: `host` in the query may name the folder of a socket. */
function connectUpstream(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const number = port === '' ? 5_432 : Number(port)
  return folder?.startsWith('/')
    ? connect({ path: `${folder}/.s.PGSQL.${number}`, allowHalfOpen: true })
    : connect({ host: folder ?? hostname, port: number, allowHalfOpen: true })
}

/** Forwards bytes both ways between a client and the database, until a verdict holds some. */
function pipeConnections(
  client: Socket,
  database: Socket,
  interceptor: Interceptor,
  { delayMs, splitsCopies }: { delayMs(): number; splitsCopies(): boolean },
): void {
  let dropsResponses = false
  let isBlocked = false
  const parseMessages = createMessageParser()
  let latestMs = 0
  const forward = (content: Buffer) => {
    const nowMs = performance.now()
    if (delayMs() === Infinity) return
    // Bytes stay in order.
    latestMs = Math.max(latestMs, nowMs + delayMs())
    if (latestMs <= nowMs) database.write(content)
    else setTimeout(() => database.write(content), latestMs - nowMs)
  }
  client.on('data', (bytes) => {
    for (const { content, statement } of parseMessages(bytes)) {
      if (isBlocked) return
      const verdict = statement === null ? 'pass' : interceptor(statement)
      isBlocked = verdict === 'hold'
      dropsResponses ||= verdict === 'deafen'
      if (!isBlocked) forward(content)
    }
  })
  database.on('data', (bytes) => {
    if (dropsResponses || delayMs() === Infinity) return
    const copyEnd = splitsCopies() ? bytes.indexOf(copyDone) : -1
    if (copyEnd === -1) return void client.write(bytes)
    client.write(bytes.subarray(0, copyEnd + copyDone.length))
    database.pause()
    setTimeout(() => {
      client.write(bytes.subarray(copyEnd + copyDone.length))
      database.resume()
    }, 5)
  })
  // The proxy forwards a hang-up after the last bytes, so the database still executes them.
  client.on('end', () => database.end())
  client.on('error', () => database.end())
  database.on('end', () => client.end())
  database.on('error', () => client.destroy())
  database.on('close', () => client.destroy())
}

interface MessageGroup {
  content: Buffer
  /** The text of a statement that this group completes; null for any other group. */
  statement: string | null
}

/** The message that ends the rows of a COPY: its type and its length. */
const copyDone = Buffer.from('c\0\0\0\x04', 'latin1')
const typeBytes = 1
const lengthBytes = 4

/**
 * Parses the client's messages (https://www.postgresql.org/docs/current/protocol-message-formats.html). Everything
 * from a Parse to its Sync is one group, and so one statement; a simple Query is another.
 */
function createMessageParser(): (bytes: Buffer) => MessageGroup[] {
  let unread: Buffer = Buffer.alloc(0)
  let hasStarted = false
  let group: Buffer[] = []
  let statement: string | null = null

  const takeMessage = (): { type: string; message: Buffer } | null => {
    const headBytes = hasStarted ? typeBytes : 0
    if (unread.length < headBytes + lengthBytes) return null
    const size = headBytes + unread.readUInt32BE(headBytes)
    if (unread.length < size) return null
    const message = unread.subarray(0, size)
    // The startup message has no type byte.
    const type = hasStarted ? message.toString('latin1', 0, typeBytes) : ''
    hasStarted = true
    unread = unread.subarray(size)
    return { type, message }
  }

  return (bytes) => {
    unread = Buffer.concat([unread, bytes])
    const parts: MessageGroup[] = []
    for (let next = takeMessage(); next !== null; next = takeMessage()) {
      const { type, message } = next
      group.push(message)
      const texts = message.toString('utf8', typeBytes + lengthBytes).split('\0')
      if (type === 'Q') statement = texts[0] ?? ''
      // A Parse starts with the name of the prepared statement.
      if (type === 'P') statement = texts[1] ?? ''
      // An already prepared statement is executed without its text.
      if (type === 'E') statement ??= ''
      // Parse, Bind, Describe, Execute and Close wait for their Sync or Flush.
      if (['P', 'B', 'D', 'E', 'C'].includes(type)) continue
      parts.push({ content: Buffer.concat(group), statement })
      group = []
      statement = null
    }
    return parts
  }
}
