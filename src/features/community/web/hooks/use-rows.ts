// Rows of a form that are added, changed and removed; a key lasts as long as its row.
import { useRef, useState } from 'react'

export type KeyedRow<Row> = Row & { key: number }

export interface Rows<Row> {
  list: readonly KeyedRow<Row>[]
  add: (row: Row) => void
  change: (key: number, change: Partial<Row>) => void
  remove: (key: number) => void
  /** One place up (-1) or down (1); nothing happens at the end. */
  move: (key: number, by: -1 | 1) => void
}

/** Rows that come from elsewhere, as with a draft, get keys by their place. */
export function useRows<Row extends object>(rows: readonly Row[], save: (rows: Row[]) => void): Rows<Row> {
  const lastKey = useRef(0)
  const [keys, setKeys] = useState<readonly number[]>([])
  const keyAt = (index: number) => keys[index] ?? -1 - index
  return {
    list: rows.map((row, index) => ({ ...row, key: keyAt(index) })),
    add: (row) => {
      lastKey.current += 1
      setKeys([...rows.map((_, index) => keyAt(index)), lastKey.current])
      save([...rows, row])
    },
    change: (key, change) =>
      save(rows.map((row, index) => (keyAt(index) === key ? { ...row, ...change } : row))),
    move: (key, by) => {
      const from = rows.findIndex((_, index) => keyAt(index) === key)
      const to = from + by
      if (from < 0 || to < 0 || to >= rows.length) return
      setKeys(
        swapped(
          rows.map((_, index) => keyAt(index)),
          from,
          to,
        ),
      )
      save(swapped(rows, from, to))
    },
    remove: (key) => {
      setKeys(rows.map((_, index) => keyAt(index)).filter((each) => each !== key))
      save(rows.filter((_, index) => keyAt(index) !== key))
    },
  }
}

function swapped<Value>(values: readonly Value[], from: number, to: number): Value[] {
  const order = values.map((_, index) => (index === from ? to : index === to ? from : index))
  return order.flatMap((index) => values.slice(index, index + 1))
}
