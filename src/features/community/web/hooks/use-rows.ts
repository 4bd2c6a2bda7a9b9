// Rows of a form that are added, changed and removed; a key lasts as long as its row.
import { useRef, useState } from 'react'

export type KeyedRow<Row> = Row & { key: number }

export interface Rows<Row> {
  list: readonly KeyedRow<Row>[]
  add: (row: Row) => void
  change: (key: number, change: Partial<Row>) => void
  remove: (key: number) => void
}

export function useRows<Row extends object>(saved: readonly Row[]): Rows<Row> {
  const nextKey = useRef(saved.length)
  const [list, setList] = useState<readonly KeyedRow<Row>[]>(() => saved.map((row, key) => ({ ...row, key })))
  return {
    list,
    add: (row) => {
      nextKey.current += 1
      setList([...list, { ...row, key: nextKey.current }])
    },
    change: (key, change) => setList(list.map((row) => (row.key === key ? { ...row, ...change } : row))),
    remove: (key) => setList(list.filter((row) => row.key !== key)),
  }
}
