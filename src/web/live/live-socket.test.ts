// Live socket against a real WebSocket server: its states, its reconnection attempts, and what ends them.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket, WebSocketServer } from 'ws'
import { serverMessages, type ClientMessage, type ServerMessage } from '#app/live-messages.ts'
import { dayRoom, movesOut } from '#features/rooms/web/day-room.ts'
import type { LiveCloseReason } from '#shared/live/live-client.ts'
import { eventually } from '#test/eventually.ts'
import { showPage } from '#test/web/passing-time.ts'
import { createLiveSocket, type LiveSocket, type LiveSocketOptions } from './live-socket.ts'

/** Timers that run only on request. */
function manualTimers() {
  const waiting: { ms: number; run: () => void }[] = []
  return {
    after: (ms: number, run: () => void) => {
      const timer = { ms, run }
      waiting.push(timer)
      return () => {
        const index = waiting.indexOf(timer)
        if (index >= 0) waiting.splice(index, 1)
      }
    },
    waits: () => waiting.map(({ ms }) => ms),
    /** Runs the only timer of this many milliseconds. */
    pass: (ms: number) => {
      const index = waiting.findIndex((timer) => timer.ms === ms)
      expect(index, `a timer of ${ms} ms among ${waiting.map((timer) => timer.ms).join(', ')}`).not.toBe(-1)
      waiting.splice(index, 1)[0]?.run()
    },
  }
}

type Room = 'accepting' | 'silent' | 'rejecting'

async function openServer() {
  const received: unknown[] = []
  const sockets: NodeSocket[] = []
  let attempts = 0
  let room: Room = 'accepting'
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: () => {
      attempts += 1
      return room !== 'rejecting'
    },
  })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data: Buffer) => {
      const frame: unknown = JSON.parse(data.toString())
      received.push(frame)
      const joins =
        typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'join-session'
      if (joins && room === 'accepting')
        socket.send(JSON.stringify({ type: 'initial-messages', messages: [] }))
    })
  })
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    received,
    attempts: () => attempts,
    behave: (next: Room) => {
      room = next
    },
    send: (frame: unknown) => sockets.at(-1)?.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    shut: (code: number) => sockets.at(-1)?.close(code),
    close: async () => {
      for (const socket of sockets) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

let server: Awaited<ReturnType<typeof openServer>>
let timers: ReturnType<typeof manualTimers>
let stop: (() => void) | null = null

beforeEach(async () => {
  server = await openServer()
  timers = manualTimers()
})
afterEach(async () => {
  stop?.()
  stop = null
  await server.close()
})

function open(options: Partial<LiveSocketOptions> = {}): LiveSocket {
  const socket = createLiveSocket({
    room: dayRoom('2026-11-21', 7),
    movesOut,
    serverMessages,
    url: () => server.url,
    fetchCloseReason: async () => null,
    // The protocol is the same; only the types of Node.js and the browser differ.
    openSocket: (url) => new NodeSocket(url) as unknown as WebSocket,
    after: timers.after,
    random: () => 0.5,
    hasFocus: () => true,
    ...options,
  })
  stop = socket.start()
  return socket
}

const chatMessage = (text: string): ClientMessage => ({ type: 'chat-message', text })
const waitForState = (socket: LiveSocket, state: string) =>
  eventually(() => expect(socket.status().state).toBe(state))
const expectAttempts = (count: number) => eventually(() => expect(server.attempts()).toBe(count))
const click = () => document.dispatchEvent(new MouseEvent('click', { bubbles: true }))

async function openJoined(options: Partial<LiveSocketOptions> = {}): Promise<LiveSocket> {
  const socket = open(options)
  await waitForState(socket, 'connected')
  return socket
}

/** Waits for what must not happen: the server responds to another request meanwhile. */
async function waitForServerRoundTrip(): Promise<void> {
  const probe = new NodeSocket(server.url)
  await Promise.race([once(probe, 'open'), once(probe, 'error')])
  probe.terminate()
}

describe('the states', () => {
  it('[LIVE-09] are connecting, connected once the room is joined, and disconnected', async () => {
    const socket = open()
    expect(socket.status()).toEqual({ state: 'connecting', ended: null, joinedBefore: false })
    await waitForState(socket, 'connected')
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    expect(socket.status()).toEqual({ state: 'disconnected', ended: null, joinedBefore: true })
  })

  it('[LIVE-09] allow sending only in connected', async () => {
    const socket = open()
    expect(socket.send(chatMessage('Too early'))).toBe(false)
    await waitForState(socket, 'connected')
    expect(socket.send(chatMessage('Hello'))).toBe(true)
    await eventually(() => expect(server.received).toContainEqual({ type: 'chat-message', text: 'Hello' }))
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    expect(socket.send(chatMessage('Too late'))).toBe(false)
    expect(server.received).toHaveLength(2)
  })

  it('[LIVE-02] begin with join-session and end with leave-session', async () => {
    await openJoined()
    expect(server.received).toEqual([{ type: 'join-session', userId: 7, sessionDate: '2026-11-21' }])
    stop?.()
    await eventually(() => expect(server.received.at(-1)).toEqual({ type: 'leave-session' }))
    expect(timers.waits()).toEqual([])
  })

  it('[LIVE-32] without a room are connected once the socket is open, and send nothing', async () => {
    const socket = await openJoined({ room: null })
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    timers.pass(2_000)
    await waitForState(socket, 'connected')
    stop?.()
    await waitForServerRoundTrip()
    expect(server.received).toEqual([])
  })

  it('ignore unknown frames', async () => {
    const socket = await openJoined()
    const received = vi.fn<(message: ServerMessage) => void>()
    socket.onMessage(serverMessages, received)
    for (const frame of ['no json', { type: 'of-tomorrow' }, { type: 'user-left' }]) server.send(frame)
    server.send({ type: 'user-left', userId: 4 })
    await eventually(() => expect(received).toHaveBeenCalledWith({ type: 'user-left', userId: 4 }))
    expect(received).toHaveBeenCalledTimes(1)
  })
})

describe('a lost channel', () => {
  it('[LIVE-10] is retried after 2 s, then with longer delays up to 30 s, and from 2 s again once joined', async () => {
    const socket = await openJoined()
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    expect(timers.waits()).toEqual([2_000])
    server.behave('rejecting')
    let attempts = 1
    for (const [waited, next] of [
      [2_000, 4_000],
      [4_000, 8_000],
      [8_000, 16_000],
      [16_000, 22_500],
      [22_500, 22_500],
    ] as const) {
      timers.pass(waited)
      attempts += 1
      await expectAttempts(attempts)
      await eventually(() => expect(timers.waits()).toEqual([next]))
    }
    server.behave('accepting')
    timers.pass(22_500)
    await waitForState(socket, 'connected')
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    expect(timers.waits()).toEqual([2_000])
  })

  it('[LIVE-10] has a random delay of half to one and a half times the base', async () => {
    const early = await openJoined({ random: () => 0 })
    server.shut(1012)
    await waitForState(early, 'disconnected')
    expect(timers.waits()).toEqual([1_000])
    stop?.()
    const late = await openJoined({ random: () => 0.999_999 })
    server.shut(1012)
    await waitForState(late, 'disconnected')
    expect(timers.waits()).toEqual([3_000])
  })

  const triggers: [string, () => void][] = [
    ['a click', click],
    ['the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the page in sight again', showPage],
    ['a change to full screen', () => document.dispatchEvent(new Event('fullscreenchange'))],
    ['picture-in-picture', () => document.body.dispatchEvent(new Event('enterpictureinpicture'))],
    ['the end of picture-in-picture', () => document.body.dispatchEvent(new Event('leavepictureinpicture'))],
    ['the network being back', () => window.dispatchEvent(new Event('online'))],
  ]

  it.each(triggers)('[LIVE-11] is retried at once after %s', async (_, trigger) => {
    const socket = await openJoined()
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    trigger()
    await waitForState(socket, 'connected')
    expect(server.attempts()).toBe(2)
  })

  it('[LIVE-12] [T39] has one attempt at a time, whatever triggers it', async () => {
    const socket = await openJoined()
    server.behave('silent')
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    for (const [, trigger] of triggers) trigger()
    click()
    await expectAttempts(2)
    expect(timers.waits()).not.toContain(2_000)
    for (const [, trigger] of triggers) trigger()
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(3)
    expect(socket.status().state).toBe('connecting')
  })

  it('[LIVE-12] leaves an open channel alone', async () => {
    await openJoined()
    for (const [, trigger] of triggers) trigger()
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(2)
  })

  it('[F10] is detected after 45 s of silence, or when the room doesn’t respond for 10 s', async () => {
    const socket = await openJoined()
    expect(timers.waits()).toEqual([45_000])
    server.behave('silent')
    timers.pass(45_000)
    expect(socket.status().state).toBe('disconnected')
    timers.pass(2_000)
    await expectAttempts(2)
    timers.pass(10_000)
    expect(socket.status().state).toBe('disconnected')
    expect(timers.waits()).toEqual([4_000])
  })

  it('is detected when the browser reports that it is offline', async () => {
    const socket = await openJoined()
    window.dispatchEvent(new Event('offline'))
    expect(socket.status().state).toBe('disconnected')
    expect(timers.waits()).toEqual([2_000])
  })

  it('is retried when the room is unavailable on join', async () => {
    server.behave('silent')
    const socket = open()
    await eventually(() => expect(server.received).toHaveLength(1))
    server.send({ type: 'error', code: 'unavailable', message: 'Resting.' })
    await waitForState(socket, 'disconnected')
    expect(timers.waits()).toEqual([2_000])
  })
})

describe('a close code', () => {
  it.each([
    [4401, 'signed-out'],
    [4403, 'banned'],
  ])('[LIVE-13] %i is final', async (code, ended) => {
    const socket = await openJoined()
    server.shut(code)
    await waitForState(socket, 'disconnected')
    expect(socket.status().ended).toBe(ended)
    expect(timers.waits()).toEqual([])
    click()
    window.dispatchEvent(new Event('focus'))
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(2)
  })

  it('[LIVE-28] 4429 waits 30 s, despite clicks', async () => {
    const socket = await openJoined()
    server.shut(4429)
    await waitForState(socket, 'disconnected')
    expect(timers.waits()).toEqual([30_000])
    click()
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(2)
    timers.pass(30_000)
    await waitForState(socket, 'connected')
  })

  it('[LIVE-28] 1008 waits for a reload', async () => {
    const socket = await openJoined()
    server.shut(1008)
    await waitForState(socket, 'disconnected')
    expect(socket.status().ended).toBe('policy')
    click()
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(2)
    expect(timers.waits()).toEqual([])
  })

  it('[LIVE-29] 4008 waits until the tab has the focus', async () => {
    let focused = false
    const socket = await openJoined({ hasFocus: () => focused })
    server.shut(4008)
    await waitForState(socket, 'disconnected')
    timers.pass(2_000)
    showPage()
    window.dispatchEvent(new Event('online'))
    await waitForServerRoundTrip()
    expect(server.attempts()).toBe(2)
    focused = true
    window.dispatchEvent(new Event('focus'))
    await waitForState(socket, 'connected')
  })
})

describe('a rejected channel', () => {
  async function rejectedTwice(why: LiveCloseReason | null) {
    const fetchCloseReason = vi.fn<() => Promise<LiveCloseReason | null>>(async () => why)
    server.behave('rejecting')
    const socket = open({ fetchCloseReason })
    await expectAttempts(1)
    await waitForState(socket, 'disconnected')
    expect(fetchCloseReason).not.toHaveBeenCalled()
    timers.pass(2_000)
    await expectAttempts(2)
    await eventually(() => expect(fetchCloseReason).toHaveBeenCalledTimes(1))
    return socket
  }

  it('checks the session after the second rejection, and ends when there is none', async () => {
    const socket = await rejectedTwice('signed-out')
    await eventually(() => expect(socket.status().ended).toBe('signed-out'))
    expect(timers.waits()).toEqual([])
  })

  it('continues when there is one', async () => {
    const socket = await rejectedTwice(null)
    server.behave('accepting')
    timers.pass(4_000)
    await waitForState(socket, 'connected')
    expect(socket.status().ended).toBeNull()
  })
})

describe('a move to another day', () => {
  const join = (sessionDate: string) => ({ type: 'join-session', userId: 7, sessionDate })
  const typesReceivedBy = (socket: LiveSocket) => {
    const types: string[] = []
    socket.onMessage(serverMessages, ({ type }) => types.push(type))
    return types
  }
  const initial = { type: 'initial-messages', messages: [] }
  const left = { type: 'user-left', userId: 4 }
  const rejection = { type: 'error', code: 'bad_date', message: 'Only today’s room is open.' }

  it('[LIVE-16] [T40] joins its room over the same socket, and ignores events of the previous one @full', async () => {
    const socket = await openJoined()
    const received = typesReceivedBy(socket)
    server.behave('silent')
    socket.switchRoom(dayRoom('2026-11-22', 7))
    socket.switchRoom(dayRoom('2026-11-22', 7))
    expect(socket.status()).toEqual({ state: 'connecting', ended: null, joinedBefore: false })
    await eventually(() => expect(server.received).toEqual([join('2026-11-21'), join('2026-11-22')]))
    for (const frame of [left, { type: 'heartbeat' }, initial, left]) server.send(frame)
    await waitForState(socket, 'connected')
    await eventually(() => expect(received).toEqual(['heartbeat', 'initial-messages', 'user-left']))
    expect(server.attempts()).toBe(1)
    server.behave('accepting')
    server.shut(1012)
    await waitForState(socket, 'disconnected')
    timers.pass(2_000)
    await waitForState(socket, 'connected')
    expect(server.received.at(-1)).toEqual(join('2026-11-22'))
  })

  it.each([
    ['acceptance', initial],
    ['rejection', rejection],
  ])('[LIVE-22] joins after the %s of the earlier join', async (_, response) => {
    server.behave('silent')
    const socket = open()
    await eventually(() => expect(server.received).toHaveLength(1))
    const received = typesReceivedBy(socket)
    socket.switchRoom(dayRoom('2026-11-22', 7))
    server.send(response)
    await eventually(() => expect(server.received).toEqual([join('2026-11-21'), join('2026-11-22')]))
    expect(received).toEqual([])
    server.send(initial)
    await waitForState(socket, 'connected')
    expect(received).toEqual(['initial-messages'])
  })

  it('[LIVE-17] follows a closed room: until then nothing can be sent', async () => {
    const socket = await openJoined()
    server.send({ type: 'session-changed', sessionDate: '2026-11-22', roomClosed: false })
    server.send({ type: 'session-changed', sessionDate: '2026-11-22', roomClosed: true })
    await waitForState(socket, 'connecting')
    expect(socket.send(chatMessage('Too late'))).toBe(false)
    socket.switchRoom(dayRoom('2026-11-22', 7))
    await waitForState(socket, 'connected')
    expect(server.received.at(-1)).toEqual(join('2026-11-22'))
    expect(server.attempts()).toBe(1)
  })

  it.each(['after', 'before'])(
    '[LIVE-22] and back %s its rejection leaves the room that the server never left, and joins it again',
    async (order) => {
      const socket = await openJoined()
      const received = typesReceivedBy(socket)
      server.behave('silent')
      socket.switchRoom(dayRoom('2026-11-22', 7))
      if (order === 'after') {
        server.send(rejection)
        await vi.waitUntil(() => received.includes('error'))
      }
      socket.switchRoom(dayRoom('2026-11-21', 7))
      if (order === 'before') server.send(rejection)
      await eventually(() =>
        expect(server.received.slice(2)).toEqual([{ type: 'leave-session' }, join('2026-11-21')]),
      )
      server.send(initial)
      await waitForState(socket, 'connected')
      expect(server.attempts()).toBe(1)
    },
  )

  it('[LIVE-16] goes on when a message of the previous room could not be stored', async () => {
    const socket = await openJoined()
    const received = typesReceivedBy(socket)
    server.behave('silent')
    socket.switchRoom(dayRoom('2026-11-22', 7))
    server.send({
      type: 'error',
      code: 'unavailable',
      message: 'Please try again shortly.',
      clientMessageId: 'own-message-1',
    })
    await eventually(() => expect(received).toEqual(['error']))
    expect(socket.status().state).toBe('connecting')
    server.send(initial)
    await waitForState(socket, 'connected')
    expect(server.attempts()).toBe(1)
  })

  it('[LIVE-21] is not confirmed by a rejected message; after its own rejection another may follow @full', async () => {
    const socket = await openJoined()
    const received = typesReceivedBy(socket)
    server.behave('silent')
    socket.switchRoom(dayRoom('2026-11-22', 7))
    server.send({ ...rejection, clientMessageId: 'own-message-1' })
    await eventually(() => expect(received).toEqual(['error']))
    socket.switchRoom(dayRoom('2026-11-23', 7))
    server.send(rejection)
    await eventually(() => expect(server.received.at(-1)).toEqual(join('2026-11-23')))
    for (const frame of [rejection, { type: 'heartbeat' }]) server.send(frame)
    // Messages about the previous day's join are ignored.
    await eventually(() => expect(received).toEqual(['error', 'error', 'heartbeat']))
    server.behave('accepting')
    socket.switchRoom(dayRoom('2026-11-24', 7))
    await waitForState(socket, 'connected')
  })
})
