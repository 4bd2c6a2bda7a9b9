// Whether what this node says comes back from Redis: so whether the others hear it, and whether the bus is alive.

export interface BusHeartbeat {
  /** Resolves at the first echo. */
  readonly begun: Promise<void>
  /** An entry of this node's own was read. */
  echo(number: number): void
  isAlive(): boolean
  /** To be called often: tells, once each time, that the bus went away or came back. */
  look(): void
}

interface BusHeartbeatOptions {
  /** How long it may take until the next of this node's words is back. */
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
  let lookedAtMs = now()
  let stoodStillAtMs = 0
  let wasAlive = true
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const isAlive = (): boolean => isConnected() && now() - Math.max(echoAtMs, stoodStillAtMs) < staleMs
  return {
    begun,
    echo: (number) => {
      if (number <= echoNumber) return
      if (echoNumber === 0) begin()
      echoNumber = number
      echoAtMs = now()
    },
    isAlive,
    look: () => {
      // This process was busy or stopped, and hasn't read yet what came meanwhile: that says nothing of the bus.
      if (now() - lookedAtMs >= staleMs) stoodStillAtMs = now()
      lookedAtMs = now()
      if (isAlive() === wasAlive) return
      wasAlive = !wasAlive
      onChange(wasAlive)
    },
  }
}
