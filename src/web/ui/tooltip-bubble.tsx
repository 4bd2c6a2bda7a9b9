// The bubble of an open tooltip, placed next to its control.
import { Tooltip as Radix } from 'radix-ui'
import { useEffect, useId } from 'react'
import { createPortal } from 'react-dom'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface TooltipBubbleProps {
  control: Element
  text: string
  side: TooltipSide
  /** Called when Escape is pressed or the control scrolls away. */
  onClose: () => void
}

/** The tooltip is open for as long as this is mounted. */
export function TooltipBubble({ control, text, side, onClose }: TooltipBubbleProps) {
  const id = useId()
  useEffect(() => {
    control.setAttribute('aria-describedby', id)
    return () => control.removeAttribute('aria-describedby')
  }, [control, id])
  // In full screen only descendants of the full-screen element are visible.
  const container = document.fullscreenElement ?? document.body
  const { top, left, width, height } = control.getBoundingClientRect()
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        {/* Overlays the control exactly; the control keeps its place in the tree and its focus. */}
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
