// Rows of fields that can be added and removed, such as links.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
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
  /** Whether its order matters: each row can be moved. */
  isOrdered?: boolean
  children: (row: KeyedRow<Row>, index: number) => ReactNode
}

export function RowFields<Row extends object>(props: RowFieldsProps<Row>) {
  const { rows, most, blank, nameOf, add, full, isOrdered = false, children } = props
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
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="subtle"
                size="sm"
                aria-label={t('Remove {name}', { name })}
                onClick={() => {
                  rows.remove(row.key)
                  addButton.current?.focus()
                }}
              >
                {t('Remove')}
              </Button>
              {isOrdered && (
                <MoveButtons
                  name={name}
                  isFirst={index === 0}
                  isLast={index === rows.list.length - 1}
                  onMove={(by) => rows.move(row.key, by)}
                />
              )}
            </div>
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

interface MoveButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}

/** They stay focusable at the ends, so that a row can be moved back. */
function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <div className="ms-auto flex">
      <IconButton
        variant="subtle"
        label={t('Move {name} up', { name })}
        aria-disabled={isFirst}
        className="aria-disabled:opacity-55"
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
      <IconButton
        variant="subtle"
        label={t('Move {name} down', { name })}
        aria-disabled={isLast}
        className="aria-disabled:opacity-55"
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
    </div>
  )
}
