// A few words beside a control on hover or focus: after 700 ms, at once within 300 ms of another. [SHELL-21]
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { tooltipOpenDelayMs, tooltipSkipDelayMs } from '#shared/constants.ts'

/** Stands once around everything that has tooltips, so that they know of each other. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={tooltipOpenDelayMs} skipDelayDuration={tooltipSkipDelayMs}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = {
  /** The words. Never the only name of an icon button, which needs its own `label`. */
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref and spreads its props. */
  children: ReactNode
}

/** Doesn't open by touch. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={8}
          collisionPadding={8}
          className="z-60 max-w-64 rounded-field bg-ink px-3 py-1.5 text-meta text-bg data-[state=delayed-open]:motion-fade"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
