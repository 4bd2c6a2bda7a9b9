// Cooldown after sending a mail, so that members don't flood their own mailbox.
import { useEffect, useState } from 'react'

const cooldownMs = 60_000
const tickMs = 1_000

/** `leftSeconds` counts down to 0 after the last `begin`. */
export function useCooldown(): { leftSeconds: number; begin: () => void } {
  const [{ endsAtMs, nowMs }, setTimes] = useState({ endsAtMs: 0, nowMs: 0 })
  const isRunning = nowMs < endsAtMs
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setTimes((times) => ({ ...times, nowMs: performance.now() })), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const begin = () => {
    const beganAtMs = performance.now()
    setTimes({ endsAtMs: beganAtMs + cooldownMs, nowMs: beganAtMs })
  }
  return { leftSeconds: isRunning ? Math.ceil((endsAtMs - nowMs) / 1_000) : 0, begin }
}
