// One open socket: whose it is, which room it has joined, and how frames are written to it.
import type { Socket } from 'node:net'
import { socketBufferMaxBytes } from '#shared/constants.ts'
import type { Persona } from '#shared/roles.ts'
import type { User } from '#server/context.ts'
import { socketClosesByCode, incrementCount, counters } from '#server/metrics/counters.ts'
import type { ServerMessage } from '../contract.ts'
import { fileDescriptorOf, writeDirectly } from './direct-write.ts'
import { frameOf } from './frame.ts'

export interface LiveConnection {
  /** Whose it is, as they are now. */
  user: User
  persona: Persona
  readonly sessionId: number
  /** Until when its session can be used (epoch milliseconds), unless that was used since. */
  aliveUntilMs: number
  /** The client's address. */
  readonly address: string
  /** Whether its address is free of limits. */
  readonly exempt: boolean
  /** The day whose room it has joined. */
  day: string | null
  /** The presence frame it was given last. */
  presence: Buffer | null
  unansweredPings: number
  invalidFrames: number
  /** Its session or allowance is over: what it still sends, or has sent a moment ago, is not handled any more. */
  ended: boolean
  /** Settles when its messages so far are handled; they are taken one after the other. */
  handled: Promise<void>
  /** False as soon as it is being closed, from either side: nothing is written any more. */
  isOpen(): boolean
  /** Whether it reads more slowly than it is written to. */
  isBehind(): boolean
  /** Writes a frame that may not be lost. A reader with too much unread is cut. */
  write(frame: Buffer): void
  send(message: ServerMessage): void
  close(code: number): void
  /** Ends it at once; what is unsent is thrown away, in the kernel too. */
  cut(): void
}

/** What a connection needs of the socket library. */
interface WebSocketPeer {
  readonly readyState: number
  close(code: number): void
}

const webSocketOpen = 1

type ConnectionOwner = Pick<
  LiveConnection,
  'user' | 'persona' | 'sessionId' | 'aliveUntilMs' | 'address' | 'exempt'
>

/** Makes a connection of an upgraded socket and the protocol that runs on it. */
export function createLiveConnection(
  owner: ConnectionOwner,
  peer: WebSocketPeer,
  socket: Socket,
): LiveConnection {
  const { user, persona, sessionId, aliveUntilMs, address, exempt } = owner
  const isOpen = () => peer.readyState === webSocketOpen && !socket.destroyed
  let isCut = false
  const cut = () => {
    // Frames that came before it are still heard of.
    if (isCut) return
    isCut = true
    counters.socketsCut += 1
    // A plain destroy leaves megabytes of a reader that has stalled in the kernel's hands.
    socket.resetAndDestroy()
  }
  const descriptor = fileDescriptorOf(socket)
  const write = (frame: Buffer) => {
    if (!isOpen()) return
    counters.framesSent += 1
    const isFirst = descriptor !== null && socket.writableLength === 0
    const written = isFirst ? writeDirectly(descriptor, frame) : 0
    if (written === frame.length) return
    socket.write(written === 0 ? frame : frame.subarray(written))
    if (socket.writableLength <= socketBufferMaxBytes) return
    counters.socketsCutSlow += 1
    cut()
  }
  // Each field by its name: a spread would give every connection a shape of its own, and the fan-out meets them all.
  return {
    user,
    persona,
    sessionId,
    aliveUntilMs,
    address,
    exempt,
    day: null,
    presence: null,
    unansweredPings: 0,
    invalidFrames: 0,
    ended: false,
    handled: Promise.resolve(),
    isOpen,
    isBehind: () => socket.writableNeedDrain,
    write,
    send: (message) => write(frameOf(message)),
    close: (code) => {
      if (!isOpen()) return
      incrementCount(socketClosesByCode, code)
      peer.close(code)
    },
    cut,
  }
}
