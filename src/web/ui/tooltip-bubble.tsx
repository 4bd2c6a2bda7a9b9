// The words of an open tooltip, placed beside their control.
import { Tooltip as Radix } from 'radix-ui'
import { useEffect, useId } from 'react'
import { createPortal } from 'react-dom'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface TooltipBubbleProps {
  control: Element
  text: string
  side: TooltipSide
  /** Escape was pressed, or the control scrolled away. */
  onClose: () => void
}

/** Is open for as long as it is there. */
export function TooltipBubble({ control, text, side, onClose }: TooltipBubbleProps) {
  const id = useId()
  useEffect(() => {
    control.setAttribute('aria-describedby', id)
    return () => control.removeAttribute('aria-describedby')
  }, [control, id])
  // In full screen nothing outside of it is seen.
  const container = document.fullscreenElement ?? document.body
  const { top, left, width, height } = control.getBoundingClientRect()
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        {/* Stands exactly over the control, which stays where it is in the tree and keeps its focus. */}
        {createPortal(
          <Radix.Trigger asChild>
            <span aria-hidden className="pointer-events-none fixed" style={{ top, left, width, height }} />
          </Radix.Trigger>,
          container,
        )}
        <Radix.Portal container={container}>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={8}
            collisionPadding={8}
            className="motion-fade z-60 max-w-64 rounded-field bg-ink px-3 py-1.5 text-meta text-bg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
