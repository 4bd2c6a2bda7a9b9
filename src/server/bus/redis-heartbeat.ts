// Echo of a node's own messages from Redis: shows whether the bus is alive and the other nodes receive them.

export interface BusHeartbeat {
  /** Resolves at the first echo. */
  readonly firstEcho: Promise<void>
  /** Called when the reader receives one of this node's own entries. */
  onEcho(number: number): void
  isAlive(): boolean
  /** Call often: reports once when the bus is lost and once when it is back. */
  poll(): void
}

interface BusHeartbeatOptions {
  /** Maximum time until the next of this node's messages is echoed. */
  staleMs: number
  now(): number
  isConnected(): boolean
  onChange(isAlive: boolean): void
}

export function createBusHeartbeat({
  staleMs,
  now,
  isConnected,
  onChange,
}: BusHeartbeatOptions): BusHeartbeat {
  let echoAtMs = now()
  let echoNumber = 0
  let polledAtMs = now()
  let stalledAtMs = 0
  let wasAlive = true
  let resolveFirstEcho = (): void => {}
  const firstEcho = new Promise<void>((resolve) => {
    resolveFirstEcho = resolve
  })
  const isAlive = (): boolean => isConnected() && now() - Math.max(echoAtMs, stalledAtMs) < staleMs
  return {
    firstEcho,
    onEcho: (number) => {
      if (number <= echoNumber) return
      if (echoNumber === 0) resolveFirstEcho()
      echoNumber = number
      echoAtMs = now()
    },
    isAlive,
    poll: () => {
      // The event loop was blocked, so pending entries haven't been read yet: no sign that the bus is down.
      if (now() - polledAtMs >= staleMs) stalledAtMs = now()
      polledAtMs = now()
      if (isAlive() === wasAlive) return
      wasAlive = !wasAlive
      onChange(wasAlive)
    },
  }
}
