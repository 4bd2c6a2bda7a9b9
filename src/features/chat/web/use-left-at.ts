// Where a member left the chat of a day: the newest message when its page was last hidden or closed on this device.
import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/drafts.ts'
import type { ChatMessage } from '../contract.ts'

const draftName = 'chat-left'

/** The id of that message; null on the first visit of the day. It stays the same while the page is visible. */
export function useLeftAt(day: string, messages: readonly ChatMessage[]): number | null {
  const [leftAt, setLeftAt] = useState(() => readLeftAt(day))
  const newest = useRef<number | null>(null)
  useEffect(() => {
    newest.current = messages.at(-1)?.id ?? null
  }, [messages])
  useEffect(() => {
    const leave = () => {
      if (newest.current !== null) writeDraft(draftName, `${day} ${newest.current}`)
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') leave()
      else setLeftAt(readLeftAt(day))
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [day])
  return leftAt
}

function readLeftAt(day: string): number | null {
  const [savedDay, id] = readDraft(draftName)?.split(' ') ?? []
  return savedDay === day && Number.isSafeInteger(Number(id)) ? Number(id) : null
}
