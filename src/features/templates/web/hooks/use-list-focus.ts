// The focus after a change of a list of fields: its items have `data-item`, their controls `data-part`.
import { useEffect, useRef, useState } from 'react'

/** The element to focus: a part of the item at that index. */
interface FocusTarget {
  index: number
  part: 'first' | 'up' | 'down'
}

/** Moves the focus after the list changed, and announces the change. */
export function useListFocus() {
  const frame = useRef<HTMLElement>(null)
  const [change, setChange] = useState<{ target: FocusTarget; announcement: string } | null>(null)
  useEffect(() => {
    if (!change) return
    const { index, part } = change.target
    const item = frame.current?.querySelectorAll('[data-item]')[index]
    const wanted = item?.querySelector<HTMLElement>(`[data-part="${part}"]:not(:disabled)`)
    const other = item?.querySelector<HTMLElement>('[data-part="up"]:not(:disabled), [data-part="down"]')
    const target = wanted ?? other ?? frame.current?.querySelector<HTMLElement>('[data-part="add"]')
    target?.focus()
  }, [change])
  return {
    frame,
    announcement: change?.announcement ?? '',
    goTo: (target: FocusTarget, announcement: string) => setChange({ target, announcement }),
  }
}

/** The list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}
