// Incremental list: renders a long list in steps, because thousands of rows at once would block the page.
import { useRef, useState, type RefCallback } from 'react'

const pageStep = 50

interface ShowMore<Item> {
  shown: readonly Item[]
  hasMore: boolean
  showMore: () => void
  /** The ref for the row at an index; the first newly shown row takes the focus. */
  refOf: (index: number) => RefCallback<HTMLElement> | undefined
}

/** Shows fifty items, and fifty more on each call of `showMore`. Every row needs `refOf` and `tabIndex={-1}`. */
export function useShowMore<Item>(items: readonly Item[]): ShowMore<Item> {
  const [count, setCount] = useState(pageStep)
  const focusIndex = useRef<number | null>(null)
  return {
    shown: items.slice(0, count),
    hasMore: items.length > count,
    showMore: () => {
      focusIndex.current = count
      setCount(count + pageStep)
    },
    refOf: (index) =>
      index !== focusIndex.current
        ? undefined
        : (row) => {
            focusIndex.current = null
            row?.focus({ preventScroll: true })
          },
  }
}
