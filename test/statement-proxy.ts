// Stands between a server and its PostgreSQL, sees every statement before the database does, and decides what becomes
// of it: the place from which a fault can be put exactly between two statements.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * 'pass' lets a statement through, and its answer back. 'hold' keeps it: the database never hears of it, and the server
 * waits. 'deafen' lets it through and keeps the answer, and every later one of that connection.
 */
export type Verdict = 'pass' | 'hold' | 'deafen'

export interface StatementProxy {
  /** The database that was named, through the proxy; for DATABASE_URL. */
  url: string
  /**
   * Asks about every statement from now on, in the order in which they come on all connections; until then, all pass.
   * What `judge` does itself is done before the statement goes any further.
   */
  judge(judge: (statement: string) => Verdict): void
  /** From now on the database hears everything so much later, in milliseconds; with Infinity never, nor its answers. */
  delay(ms: number): void
  /** Breaks every connection that is open. */
  cut(): void
  /** Waits until the database has let go of every connection, and so has committed or undone what came over it. */
  drained(): Promise<void>
  close(): Promise<void>
}

type Interceptor = (statement: string) => Verdict

// Banned addresses, changed sessions, whose a session is, that it was used, the plan of today, and whose turn the upkeep is.
const backgroundStatements =
  /\bip_bans\b|\bsession_changes\b|"sessions" left join "users"|^\s*with used as|^select "schedules"\."date", "schedules"\."scheduledTime"|"upkeep"/

/** Whether a server asks something for itself, now and then, or for many calls at once; the rest is a call's own. */
export function isBackgroundStatement(statement: string): boolean {
  return backgroundStatements.test(statement)
}

/** Opens a proxy at a free port of this machine, in front of a database that is reached without TLS. */
export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  let judge: Interceptor = () => 'pass'
  let delayMs = 0
  const open = new Map<Socket, Promise<unknown>>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connectTo(databaseUrl)
    open.set(database, once(database, 'close'))
    database.on('close', () => open.delete(database))
    pipeConnections(client, database, (statement) => judge(statement), { delayMs: () => delayMs })
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
    judge: (next) => {
      judge = next
    },
    delay: (ms) => {
      delayMs = ms
    },
    cut: () => {
      for (const database of open.keys()) database.destroy()
    },
    drained: async () => {
      await Promise.all(open.values())
    },
    close: async () => {
      server.close()
      for (const database of open.keys()) database.destroy()
      await once(server, 'close')
    },
  }
}

/** As the driver reads the address: `host` in the query may name the folder of a socket. */
function connectTo(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const number = port === '' ? 5_432 : Number(port)
  return folder?.startsWith('/')
    ? connect({ path: `${folder}/.s.PGSQL.${number}`, allowHalfOpen: true })
    : connect({ host: folder ?? hostname, port: number, allowHalfOpen: true })
}

/** Carries bytes both ways between a client and the database, until a verdict keeps some. */
function pipeConnections(
  client: Socket,
  database: Socket,
  judge: Interceptor,
  { delayMs }: { delayMs(): number },
): void {
  let isDeaf = false
  let isHeld = false
  const take = createMessageParser()
  let latestMs = 0
  const tell = (content: Buffer) => {
    const nowMs = performance.now()
    if (delayMs() === Infinity) return
    // Nothing overtakes what was said before it.
    latestMs = Math.max(latestMs, nowMs + delayMs())
    if (latestMs <= nowMs) database.write(content)
    else setTimeout(() => database.write(content), latestMs - nowMs)
  }
  client.on('data', (bytes) => {
    for (const { content, statement } of take(bytes)) {
      if (isHeld) return
      const verdict = statement === null ? 'pass' : judge(statement)
      isHeld = verdict === 'hold'
      isDeaf ||= verdict === 'deafen'
      if (!isHeld) tell(content)
    }
  })
  database.on('data', (bytes) => {
    if (!isDeaf && delayMs() !== Infinity) client.write(bytes)
  })
  // Whoever hangs up is heard to do so after what they said last, so the database still does what was asked of it.
  client.on('end', () => database.end())
  client.on('error', () => database.end())
  database.on('end', () => client.end())
  database.on('error', () => client.destroy())
  database.on('close', () => client.destroy())
}

interface MessageGroup {
  content: Buffer
  /** The text of a statement that is complete in this part; null for anything else. */
  statement: string | null
}

const typeBytes = 1
const lengthBytes = 4

/**
 * Reads what a client says (https://www.postgresql.org/docs/current/protocol-message-formats.html). Everything from a
 * Parse to the Sync is one part, and so one statement; a simple Query is another.
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
    // The first message has no type.
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
      // A Parse begins with the name under which the statement is prepared.
      if (type === 'P') statement = texts[1] ?? ''
      // One that was prepared before is run without telling its text again.
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
