// Keeps a log at its end while one reads there; further up nothing moves, and what came since is counted.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { countUnseen, type ChatLog } from '../chat-reducer.ts'

/** So near to its end a log still follows it. */
const nearEndPx = 48

interface StickToBottom {
  scroller: RefObject<HTMLDivElement | null>
  /** How many messages of others came below what is in sight. */
  unseen: number
  toEnd(): void
}

/** A row that is in sight, and where it stood. */
interface ScrollAnchor {
  row: HTMLElement
  top: number
}

export function useStickToBottom(log: ChatLog, memberId: number): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const anchor = useRef<ScrollAnchor | null>(null)
  const scrolledTo = useRef(0)
  const focused = useRef<EventTarget | null>(null)
  const before = useRef(log)
  const [seen, setSeen] = useState(log)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // Scrolled up, and the browser hasn't told yet.
    if (element.scrollTop < scrolledTo.current && !isNearEnd(element)) isAtEnd.current = false
    // What the member sends is seen at once, wherever they were reading.
    if (log.pending.length > before.current.pending.length) isAtEnd.current = true
    before.current = log
    if (isAtEnd.current) {
      element.scrollTop = element.scrollHeight
      setSeen(log)
    } else {
      restoreScrollAnchor(element, anchor.current)
    }
    anchor.current = firstVisibleRow(element)
    scrolledTo.current = element.scrollTop
    // The message that had the focus was deleted.
    if (isDetached(focused.current) && document.activeElement === document.body) focus(element)
  }, [log])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      isAtEnd.current = isNearEnd(element)
      scrolledTo.current = element.scrollTop
      if (isAtEnd.current) setSeen(before.current)
      anchor.current = firstVisibleRow(element)
    }
    // The keyboard of a phone, or a turned screen, changes the height.
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      look()
    })
    resized.observe(element)
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    element.addEventListener('scroll', look, options)
    element.addEventListener('focusin', ({ target }) => (focused.current = target), options)
    return () => {
      resized.disconnect()
      listening.abort()
    }
  }, [])

  return {
    scroller,
    unseen: countUnseen(log, seen, memberId),
    toEnd: () => {
      const element = scroller.current
      if (!element) return
      element.scrollTop = element.scrollHeight
      // The button that was pressed goes away; the focus stays in what it led to.
      focus(element)
    },
  }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearEndPx
}

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
}

function isDetached(target: EventTarget | null): boolean {
  return target instanceof Element && !target.isConnected
}

function firstVisibleRow(element: HTMLElement): ScrollAnchor | null {
  for (const row of element.querySelectorAll('li')) {
    if (row.offsetTop + row.offsetHeight > element.scrollTop) return { row, top: row.offsetTop }
  }
  return null
}

/** What was dropped above moves nothing in sight: done here, as not every browser does it. */
function restoreScrollAnchor(element: HTMLElement, anchor: ScrollAnchor | null): void {
  if (anchor?.row.isConnected) element.scrollTop += anchor.row.offsetTop - anchor.top
}
