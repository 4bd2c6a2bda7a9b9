// The buttons of an item of a list of fields: up, down, remove.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'

interface ItemButtonsProps {
  index: number
  count: number
  labels: { up: string; down: string; remove: string }
  /** -1 moves up, 1 down. */
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.8 } as const

export function ItemButtons({ index, count, labels, onMove, onRemove }: ItemButtonsProps) {
  return (
    <div className="template-item-buttons">
      <IconButton
        data-part="up"
        variant="subtle"
        label={labels.up}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp {...icon} />
      </IconButton>
      <IconButton
        data-part="down"
        variant="subtle"
        label={labels.down}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown {...icon} />
      </IconButton>
      <IconButton variant="subtle" label={labels.remove} onClick={onRemove}>
        <Trash2 {...icon} />
      </IconButton>
    </div>
  )
}
