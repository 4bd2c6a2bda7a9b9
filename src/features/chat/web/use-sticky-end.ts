// Keeps a log at its end while one reads there, and counts what came while one reads further up.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { countNew, type ChatLog } from '../log.ts'

/** So near to its end a log still follows it. */
const nearEndPx = 48

interface StickyEnd {
  scroller: RefObject<HTMLDivElement | null>
  /** How many messages came below what is in sight. */
  unseen: number
  toEnd(): void
}

export function useStickyEnd(log: ChatLog): StickyEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const before = useRef(log)
  const [unseen, setUnseen] = useState(0)

  useLayoutEffect(() => {
    const was = before.current
    before.current = log
    // What the member sends is seen at once, wherever they were reading.
    if (log.pending.length > was.pending.length) isAtEnd.current = true
    if (isAtEnd.current) showEnd(scroller.current)
    // An own message that arrived was already in sight.
    else if (was.loaded && log.pending.length === was.pending.length) {
      const added = countNew(was.messages, log.messages)
      if (added > 0) setUnseen((count) => count + added)
    }
  }, [log])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= nearEndPx
      if (isAtEnd.current) setUnseen(0)
    }
    // The keyboard of a phone, or a turned screen, changes the height.
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) showEnd(element)
    })
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  const toEnd = () => {
    showEnd(scroller.current)
    // The button that was pressed goes away; the focus stays in what it led to.
    scroller.current?.focus({ preventScroll: true })
  }
  return { scroller, unseen, toEnd }
}

function showEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight
}
