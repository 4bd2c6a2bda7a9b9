// Connections that rest too long, or whose other end reads nothing of its answer, are closed. Node's own limits set a timer
// and take it back with every request; here one look in a while sees the same.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface ConnectionTimeouts {
  lookEveryMs: number
  /** How long a connection may say nothing; longer than what is before us keeps its own to us open. */
  restingMs: number
  /** How long nothing of an answer may be taken; half of it is borne in any case. */
  stalledMs: number
}

const defaultTimeouts: ConnectionTimeouts = { lookEveryMs: 5_000, restingMs: 65_000, stalledMs: 30_000 }

interface ConnectionActivity {
  bytesRead: number
  /** Since when nothing has come (of `performance.now()`). */
  quietSinceMs: number
  isTimed: boolean
}

/**
 * Looks after the connections of a server until it is closed; a time may be over by that between two looks. Those that
 * become sockets of the live channel have rules of their own.
 */
export function reapIdleConnections(server: Server, times: ConnectionTimeouts = defaultTimeouts): void {
  const { lookEveryMs, restingMs, stalledMs } = times
  const open = new Map<Socket, ConnectionActivity>()
  server.on('connection', (socket) => {
    open.set(socket, { bytesRead: 0, quietSinceMs: performance.now(), isTimed: false })
  })
  server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  // A plain destroy leaves what is unsent in the kernel's hands, for as long as the other end likes.
  server.on('timeout', (socket: Socket) => void socket.resetAndDestroy())
  const look = (): void => {
    const nowMs = performance.now()
    for (const [socket, seen] of open) {
      if (socket.destroyed) {
        open.delete(socket)
        continue
      }
      // Node counts a write that is taken piece by piece as life, and sees only the second time that none was taken.
      const isTimed = socket.writableLength > 0
      if (isTimed !== seen.isTimed) socket.setTimeout(isTimed ? stalledMs / 2 : 0)
      if (isTimed || socket.bytesRead !== seen.bytesRead) seen.quietSinceMs = nowMs
      seen.isTimed = isTimed
      seen.bytesRead = socket.bytesRead
      if (nowMs - seen.quietSinceMs >= restingMs) socket.destroy()
    }
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
