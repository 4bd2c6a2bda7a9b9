// When a member was away from the chat of a day: since the newest message that a visible page of this device has shown.
import { useEffect, useState, type RefObject } from 'react'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { serverNow } from '#web/server-clock.ts'
import type { Absence } from '../../rules.ts'

const draftName = 'chat-left'

interface SeenMessages {
  log: RefObject<HTMLElement | null>
  /** The newest message at the end of the log; null before the first. */
  newestId: number | null
}

/** Null on the first visit of the day. It stays the same while the page is visible. */
export function useAbsence(day: string, { log, newestId }: SeenMessages): Absence | null {
  const [absence, setAbsence] = useState(() => absenceUntilNow(day))
  useEffect(() => {
    const markSeen = () => {
      if (newestId !== null && isEndInView(log.current)) advanceLeftAt(day, newestId)
    }
    const onVisibilityChange = () => {
      if (document.visibilityState !== 'visible') return
      setAbsence(absenceUntilNow(day))
      markSeen()
    }
    markSeen()
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', onVisibilityChange, { signal })
    // On a phone the log may be below the visible part of the page.
    window.addEventListener('scroll', markSeen, { passive: true, signal })
    window.addEventListener('resize', markSeen, { signal })
    return () => controller.abort()
  }, [day, log, newestId])
  return absence
}

function absenceUntilNow(day: string): Absence | null {
  const afterId = readLeftAt(day)
  return afterId === null ? null : { afterId, untilMs: serverNow() }
}

/** Whether the member can see the log's end. */
function isEndInView(log: HTMLElement | null): boolean {
  if (!log || document.visibilityState !== 'visible') return false
  const { bottom } = log.getBoundingClientRect()
  return bottom >= 0 && bottom <= window.innerHeight
}

/** Never back: another tab may have shown more. */
function advanceLeftAt(day: string, id: number): void {
  if (id > (readLeftAt(day) ?? 0)) writeDraft(draftName, `${day} ${id}`)
}

function readLeftAt(day: string): number | null {
  const [savedDay, id] = readDraft(draftName)?.split(' ') ?? []
  return savedDay === day && Number.isSafeInteger(Number(id)) ? Number(id) : null
}
