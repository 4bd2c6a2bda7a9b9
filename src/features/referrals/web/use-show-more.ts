// The beginning of a long list, and more of it when it is wanted: thousands of rows at once would hold up the page.
import { useRef, useState, type RefCallback } from 'react'

const pageStep = 50

interface ShowMore<Item> {
  shown: readonly Item[]
  isMore: boolean
  showMore: () => void
  /** For the row at an index: the keyboard goes on at the first of those that came. */
  refOf: (index: number) => RefCallback<HTMLElement> | undefined
}

/** Fifty items at first, and fifty more each time; give `refOf` to every row, which takes the focus by `tabIndex={-1}`. */
export function useShowMore<Item>(items: readonly Item[]): ShowMore<Item> {
  const [count, setCount] = useState(pageStep)
  const wanted = useRef<number | null>(null)
  return {
    shown: items.slice(0, count),
    isMore: items.length > count,
    showMore: () => {
      wanted.current = count
      setCount(count + pageStep)
    },
    refOf: (index) =>
      index !== wanted.current
        ? undefined
        : (row) => {
            wanted.current = null
            row?.focus({ preventScroll: true })
          },
  }
}
