// Chevron of a button that opens something: it points up while that is open.
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'

export function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      className={clsx(
        'size-4.5 flex-none transition-transform motion-reduce:transition-none',
        isOpen && 'rotate-180',
      )}
      strokeWidth={1.8}
    />
  )
}
