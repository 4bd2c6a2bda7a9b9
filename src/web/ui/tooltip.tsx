// Tooltip on hover or keyboard focus: after 700 ms, at once within 300 ms of another. [SHELL-21]
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { tooltipOpenDelayMs, tooltipSkipDelayMs } from '#shared/constants.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { TooltipSide } from './tooltip-bubble.tsx'

type TooltipProps = {
  /** The text. Never the only name of an icon button, which needs its own `label`. */
  text: string
  side?: TooltipSide
  /** One element. */
  children: ReactNode
}

const TooltipBubble = lazyPart(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble)

/** State shared by all tooltips of the page: how to close the open one, and when the last one closed. */
const tooltipGroup = { closeOpen: () => {}, closedAtMs: -Infinity, isFocusKeyDown: false }

/**
 * A tooltip explains what the member moves to. Focus that a dialog, its closing or a return to the window sets
 * explains nothing, and `:focus-visible` matches it too.
 */
const focusKeys = /^(Tab|Arrow|Home$|End$|Page)/
document.addEventListener('keydown', ({ key }) => (tooltipGroup.isFocusKeyDown = focusKeys.test(key)), {
  capture: true,
})
document.addEventListener('keyup', () => (tooltipGroup.isFocusKeyDown = false), { capture: true })

/** Touch doesn't open it. The bubble is loaded with the first tooltip. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const { isOpen, openSoon, openNow, close } = useTooltipDelay()
  const control = frame.current?.firstElementChild
  return (
    // The span creates no box: it only receives the events of the control, and of the bubble in its portal.
    <span
      ref={frame}
      className="contents"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'touch') return
        TooltipBubble.preload()
        openSoon()
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={({ target }) => {
        if (!tooltipGroup.isFocusKeyDown || !target.matches(':focus-visible')) return
        TooltipBubble.preload()
        openNow()
      }}
      onBlur={close}
    >
      {children}
      {isOpen && control && <TooltipBubble control={control} text={text} side={side} onClose={close} />}
    </span>
  )
}

/** Whether a tooltip is open, with the delays for opening and closing it. */
function useTooltipDelay() {
  const [isOpen, setOpen] = useState(false)
  const openTimer = useRef<number | undefined>(undefined)
  const state = useRef({ isOpen: false })

  const close = () => {
    clearTimeout(openTimer.current)
    if (!state.current.isOpen) return
    state.current.isOpen = false
    tooltipGroup.closedAtMs = performance.now()
    setOpen(false)
  }
  const openNow = () => {
    clearTimeout(openTimer.current)
    if (state.current.isOpen) return
    tooltipGroup.closeOpen()
    tooltipGroup.closeOpen = close
    state.current.isOpen = true
    setOpen(true)
  }
  const openSoon = () => {
    clearTimeout(openTimer.current)
    const isAfterAnother = performance.now() - tooltipGroup.closedAtMs < tooltipSkipDelayMs
    if (isAfterAnother) openNow()
    else openTimer.current = window.setTimeout(openNow, tooltipOpenDelayMs)
  }
  useEffect(
    () => () => {
      clearTimeout(openTimer.current)
    },
    [],
  )
  return { isOpen, openSoon, openNow, close }
}
