// A real client of the live channel for tests, which can await messages.
import { WebSocket } from 'ws'
import type { ServerMessage } from '#app/live-messages.ts'
import type { Config } from '#server/config/config.ts'
import type { TestUser } from '#test/people/people.ts'

/** The server's URL, and the Origin that it accepts. */
export interface LiveAddress {
  url: string
  config: Pick<Config, 'allowedOrigins'>
}

interface ConnectOptions {
  as?: TestUser | null
  /** Null omits the header; the server's own origin by default. */
  origin?: string | null
  headers?: Record<string, string>
  /** The client's own address, such as 127.0.0.2. */
  localAddress?: string
  path?: string
}

type Message<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

export interface TestLiveClient {
  /** Every message received so far. */
  readonly frames: readonly ServerMessage[]
  /** The same messages as raw texts. */
  readonly texts: readonly string[]
  readonly bytes: number
  readonly closed: Promise<number>
  /** Sends an object as JSON, a string unchanged, and bytes as a binary frame. */
  send(message: object | string | Uint8Array): void
  /** Sends a pong, solicited or not. */
  pong(): void
  /** Joins a room, and skips the messages of the join; `frames` has them. */
  join(day: string): Promise<Message<'initial-messages'>>
  /** The next matching message of a type, after the last awaited one. */
  next<Type extends ServerMessage['type']>(
    type: Type,
    matches?: (message: Message<Type>) => boolean,
  ): Promise<Message<Type>>
  /** Settles when everything has arrived that the server wrote before this call. */
  whenCaughtUp(): Promise<void>
  /** How many messages of a type have arrived. */
  count(type: ServerMessage['type']): number
  /** Stops reading from the socket. */
  stopReading(): void
  /** Closes the socket as a closed page does; without leave-session. */
  close(): Promise<number>
  /** Breaks the connection without a close frame. */
  terminate(): void
}

export interface RejectedUpgrade {
  status: number
  body: unknown
  headers: Record<string, string | string[] | undefined>
}

const timeoutMs = 15_000

/** Opens a socket; rejects when the server refuses the upgrade. */
export async function connectLive(to: LiveAddress, options: ConnectOptions = {}): Promise<TestLiveClient> {
  const socket = openSocket(to, options)
  const client = createClient(socket, options.as?.userId ?? 0)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return client
}

/** Opens a socket and joins a day's room. */
export async function joinLive(to: LiveAddress, as: TestUser, day: string): Promise<TestLiveClient> {
  const client = await connectLive(to, { as })
  await client.join(day)
  return client
}

/** Sends a chat message; `text` may be of any type. */
export function sendChatMessage(client: TestLiveClient, text: unknown, clientMessageId?: string): void {
  client.send({ type: 'chat-message', text, ...(clientMessageId === undefined ? {} : { clientMessageId }) })
}

/** Requests an upgrade that the server must refuse; returns its response. */
export function rejectedUpgrade(to: LiveAddress, options: ConnectOptions = {}): Promise<RejectedUpgrade> {
  const socket = openSocket(to, options)
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      reject(new Error('The upgrade was not refused.'))
    })
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), headers: response.headers }),
      )
    })
  })
}

function openSocket({ url, config }: LiveAddress, options: ConnectOptions): WebSocket {
  const {
    as = null,
    origin = config.allowedOrigins[0] ?? null,
    headers = {},
    localAddress,
    path = '/ws',
  } = options
  return new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
    perMessageDeflate: false,
    headers: { ...(origin === null ? {} : { origin }), ...(as ? { cookie: as.cookie } : {}), ...headers },
    ...(localAddress === undefined ? {} : { localAddress }),
  })
}

function createClient(socket: WebSocket, userId: number): TestLiveClient {
  const frames: ServerMessage[] = []
  const texts: string[] = []
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => resolve(code))
  })
  const waiters = new Set<() => void>()
  let bytes = 0
  let cursor = 0
  socket.on('error', () => {})
  socket.on('close', () => notifyWaiters())
  socket.on('message', (data: Buffer) => {
    bytes += data.length
    texts.push(data.toString())
    frames.push(JSON.parse(data.toString()) as ServerMessage)
    notifyWaiters()
  })
  const notifyWaiters = () => {
    for (const notify of waiters) notify()
  }
  const send: TestLiveClient['send'] = (message) => {
    const isText = typeof message === 'string' || message instanceof Uint8Array
    socket.send(isText ? message : JSON.stringify(message))
  }
  const takeMatching = <Type extends ServerMessage['type']>(
    type: Type,
    matches: (message: Message<Type>) => boolean,
  ): Message<Type> | null => {
    for (let index = cursor; index < frames.length; index += 1) {
      const frame = frames[index]
      if (frame?.type !== type || !matches(frame as Message<Type>)) continue
      cursor = index + 1
      return frame as Message<Type>
    }
    return null
  }
  const next: TestLiveClient['next'] = (type, matches = () => true) =>
    new Promise((resolve, reject) => {
      const settle = (settled: () => void) => {
        waiters.delete(check)
        clearTimeout(timer)
        settled()
      }
      const fail = (reason: string) => {
        const seen = texts.slice(-10).map((text) => text.slice(0, 200))
        settle(() => reject(new Error(`${reason} waiting for ${type}. Last frames:\n${seen.join('\n')}`)))
      }
      const timer = setTimeout(() => fail('Timed out'), timeoutMs)
      const check = () => {
        const frame = takeMatching(type, matches)
        if (frame) settle(() => resolve(frame))
        else if (socket.readyState === WebSocket.CLOSED) fail('The socket closed while')
      }
      waiters.add(check)
      check()
    })

  return {
    frames,
    texts,
    get bytes() {
      return bytes
    },
    closed,
    send,
    pong: () => socket.pong(),
    next,
    join: async (day) => {
      send({ type: 'join-session', userId, sessionDate: day })
      const initial = await next('initial-messages')
      await next('online-count-updated')
      return initial
    },
    whenCaughtUp: () =>
      new Promise((resolve, reject) => {
        socket.once('pong', () => resolve())
        socket.once('close', () => reject(new Error('The socket closed.')))
        socket.ping()
      }),
    count: (type) => frames.filter((frame) => frame.type === type).length,
    stopReading: () => socket.pause(),
    close: () => {
      socket.close(1000)
      return closed
    },
    terminate: () => socket.terminate(),
  }
}
