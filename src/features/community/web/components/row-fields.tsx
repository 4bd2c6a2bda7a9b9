// Rows of fields that can be added and removed, such as links.
import { useRef, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import type { KeyedRow, Rows } from '../hooks/use-rows.ts'

interface RowFieldsProps<Row> {
  rows: Rows<Row>
  most: number
  blank: Row
  /** What the row is called. */
  nameOf: (row: Row, index: number) => string
  add: string
  /** Shown in place of `add` once there are as many as possible. */
  full: string
  children: (row: KeyedRow<Row>, index: number) => ReactNode
}

export function RowFields<Row extends object>(props: RowFieldsProps<Row>) {
  const { rows, most, blank, nameOf, add, full, children } = props
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = rows.list.length >= most
  return (
    <div className="grid gap-5">
      {rows.list.map((row, index) => {
        const name = nameOf(row, index)
        return (
          <fieldset key={row.key} className="grid gap-3 rounded-panel border border-line bg-surface p-4">
            <legend className="sr-only">{name}</legend>
            {children(row, index)}
            <Button
              variant="subtle"
              size="sm"
              className="justify-self-start"
              aria-label={t('Remove {name}', { name })}
              onClick={() => {
                rows.remove(row.key)
                addButton.current?.focus()
              }}
            >
              {t('Remove')}
            </Button>
          </fieldset>
        )
      })}
      <Button
        ref={addButton}
        className="justify-self-start"
        aria-disabled={isFull}
        onClick={() => {
          if (!isFull) rows.add(blank)
        }}
      >
        {isFull ? full : add}
      </Button>
    </div>
  )
}
