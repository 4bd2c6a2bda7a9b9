// Stick to bottom: follows new messages at the end of a log; further up it keeps the position and counts them.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { countUnseen, type ChatLog } from '../../chat-reducer.ts'

/** Within this distance of its end the log still follows. */
const nearEndPx = 48

interface StickToBottom {
  scroller: RefObject<HTMLDivElement | null>
  /** The scrolled content: all messages. */
  content: RefObject<HTMLDivElement | null>
  /** The newest message that was at the visible end; null before the first. */
  newestSeenId: number | null
  /** The number of other members' messages below the visible part. */
  unseen: number
  scrollToBottom(): void
}

/** A visible row and its position, used to keep the scroll position. */
interface ScrollAnchor {
  row: HTMLElement
  top: number
}

export function useStickToBottom(log: ChatLog, memberId: number): StickToBottom {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const anchor = useRef<ScrollAnchor | null>(null)
  const scrolledTo = useRef(0)
  const focused = useRef<EventTarget | null>(null)
  const latestLog = useRef(log)
  const [seen, setSeen] = useState(log)

  useLayoutEffect(() => {
    const element = scroller.current
    // The page would be laid out to measure an empty log, in the middle of its first draw.
    const isFirst = log === latestLog.current
    if (!element || (isFirst && log.messages.length + log.pending.length === 0)) return
    // The element was scrolled up, and its scroll event hasn't fired yet.
    if (element.scrollTop < scrolledTo.current && !isNearEnd(element)) isAtEnd.current = false
    // A member's own message scrolls into view, wherever they were reading.
    if (log.pending.length > latestLog.current.pending.length) isAtEnd.current = true
    latestLog.current = log
    if (isAtEnd.current) {
      element.scrollTop = element.scrollHeight
      setSeen(log)
    } else {
      restoreScrollAnchor(element, anchor.current)
    }
    anchor.current = firstVisibleRow(element)
    scrolledTo.current = element.scrollTop
    // The focused message was deleted.
    if (isDetached(focused.current) && document.activeElement === document.body) focus(element)
  }, [log])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      // Content that grew since the log was scrolled to its end isn't a member who scrolls up.
      if (isNearEnd(element)) isAtEnd.current = true
      else if (element.scrollTop < scrolledTo.current) isAtEnd.current = false
      scrolledTo.current = element.scrollTop
      if (isAtEnd.current) setSeen(latestLog.current)
      anchor.current = firstVisibleRow(element)
    }
    // A phone's keyboard or a rotated screen changes the log's height. A line above a message, a late font or a
    // moderator's controls change the content's height.
    const resizeObserver = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
      else restoreScrollAnchor(element, anchor.current)
      onScroll()
    })
    resizeObserver.observe(element)
    if (content.current) resizeObserver.observe(content.current)
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    element.addEventListener('scroll', onScroll, options)
    element.addEventListener('focusin', ({ target }) => (focused.current = target), options)
    return () => {
      resizeObserver.disconnect()
      controller.abort()
    }
  }, [])

  return {
    scroller,
    content,
    newestSeenId: seen.messages.at(-1)?.id ?? null,
    unseen: countUnseen(log, seen, memberId),
    scrollToBottom: () => {
      const element = scroller.current
      if (!element) return
      element.scrollTop = element.scrollHeight
      // The pressed button disappears; the focus moves to the log.
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

/** Restores the position after rows above were removed: not every browser has scroll anchoring. */
function restoreScrollAnchor(element: HTMLElement, anchor: ScrollAnchor | null): void {
  if (anchor?.row.isConnected) element.scrollTop += anchor.row.offsetTop - anchor.top
}
