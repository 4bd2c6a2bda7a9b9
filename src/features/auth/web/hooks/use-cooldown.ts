// Cooldown after a requested mail.
import { useEffect, useState } from 'react'

const cooldownMs = 60_000
const tickMs = 1_000

/** `secondsLeft` counts down to 0 after the last `start`. */
export function useCooldown(): { secondsLeft: number; start: () => void } {
  const [{ endsAtMs, nowMs }, setTimes] = useState({ endsAtMs: 0, nowMs: 0 })
  const isRunning = nowMs < endsAtMs
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setTimes((times) => ({ ...times, nowMs: performance.now() })), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = () => {
    const startedAtMs = performance.now()
    setTimes({ endsAtMs: startedAtMs + cooldownMs, nowMs: startedAtMs })
  }
  return { secondsLeft: isRunning ? Math.ceil((endsAtMs - nowMs) / 1_000) : 0, start }
}
