// Panel of one step of an ending. The panels share a place, which is as high as the highest, and one of them is shown.
// Their first lines are in one place; a sentence alone is in the middle, as the bell's and the silence's.
import './step-panel.css'
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLastFocused } from '#web/use-focus-fallback.ts'

interface StepPanelProps {
  isOn: boolean
  /** Announced when the step comes. */
  announcement?: ReactNode
  children?: ReactNode
}

/** In a grid with one cell. Presses beside its content reach what is below. */
export function StepPanel({ isOn, announcement, children }: StepPanelProps) {
  const shown = { inert: !isOn, 'aria-hidden': !isOn || undefined, 'data-on': isOn || undefined }
  const className = 'step-panel flex max-w-full flex-col items-center gap-2.5 data-on:pointer-events-auto'
  return (
    <div
      className={clsx(
        'pointer-events-none col-start-1 row-start-1 flex min-w-0 flex-col items-center gap-2.5 text-center',
        children === undefined && 'justify-center',
      )}
    >
      {announcement !== undefined && (
        // Outside of the part that is inert: a live region exists before its text.
        <div role="status" className="max-w-full">
          <div {...shown} className={className}>
            {announcement}
          </div>
        </div>
      )}
      {children !== undefined && (
        <div {...shown} tabIndex={-1} className={`${className} w-full outline-none`}>
          {children}
        </div>
      )}
    </div>
  )
}

/** Moves the focus from a step that goes to the one that comes. Returns the ref of their grid. */
export function useStepFocus(current: string) {
  const grid = useRef<HTMLDivElement>(null)
  const focused = useLastFocused(grid)
  useLayoutEffect(() => {
    const { current: element } = focused
    if (element === null || (element.isConnected && element.closest('[inert]') === null)) return
    grid.current?.querySelector<HTMLElement>('[data-on][tabindex]')?.focus({ preventScroll: true })
  }, [current, focused])
  return grid
}
