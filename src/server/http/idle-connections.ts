// Closes idle keep-alive connections and stalled readers; one poll is cheaper than a timer reset per request.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface ConnectionTimeouts {
  pollEveryMs: number
  /** Maximum idle time; longer than the keep-alive of a proxy before this server. */
  idleTimeoutMs: number
  /** How long a client may take nothing of an answer; at least half of it is always granted. */
  stalledTimeoutMs: number
}

const defaultTimeouts: ConnectionTimeouts = {
  pollEveryMs: 5_000,
  idleTimeoutMs: 65_000,
  stalledTimeoutMs: 30_000,
}

interface ConnectionActivity {
  bytesRead: number
  /** Idle since, by `performance.now()`. */
  idleSinceMs: number
  isTimed: boolean
}

/**
 * Watches the server's connections until it closes; a limit may be exceeded by one polling interval. WebSockets
 * have their own rules.
 */
export function reapIdleConnections(server: Server, times: ConnectionTimeouts = defaultTimeouts): void {
  const { pollEveryMs, idleTimeoutMs, stalledTimeoutMs } = times
  const open = new Map<Socket, ConnectionActivity>()
  server.on('connection', (socket) => {
    open.set(socket, { bytesRead: 0, idleSinceMs: performance.now(), isTimed: false })
  })
  server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  // A plain destroy leaves unsent data in the kernel for as long as the client likes.
  server.on('timeout', (socket: Socket) => void socket.resetAndDestroy())
  const poll = (): void => {
    const nowMs = performance.now()
    for (const [socket, activity] of open) {
      if (socket.destroyed) {
        open.delete(socket)
        continue
      }
      // Node counts a partly accepted write as activity, and notices only the second time that nothing was
      // accepted.
      const isTimed = socket.writableLength > 0
      if (isTimed !== activity.isTimed) socket.setTimeout(isTimed ? stalledTimeoutMs / 2 : 0)
      if (isTimed || socket.bytesRead !== activity.bytesRead) activity.idleSinceMs = nowMs
      activity.isTimed = isTimed
      activity.bytesRead = socket.bytesRead
      if (nowMs - activity.idleSinceMs >= idleTimeoutMs) socket.destroy()
    }
  }
  const timer = setInterval(poll, pollEveryMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
