// Said in the quiet: reads out what moderators say while everyone sits, the only thing that speaks then (QUIET-05).
import { useEffect, useState } from 'react'
import type { ChatMessage } from '../contract.ts'

/** Screen readers announce what is added to a region, not what it contains at first. */
const announceAfterMs = 150

/** Each message is read out once: the region only grows. */
export function SaidInQuiet({ messages }: { messages: readonly ChatMessage[] }) {
  const [announced, setAnnounced] = useState<readonly ChatMessage[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(messages), announceAfterMs)
    return () => clearTimeout(timer)
  }, [messages])
  return (
    <div aria-live="polite" className="sr-only">
      {announced.map(({ id, user, message }) => (
        <p key={id}>
          {user.name}: {message}
        </p>
      ))}
    </div>
  )
}
