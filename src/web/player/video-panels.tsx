// Panels over the player: the reason of an error, and a veil behind words.
import type { ReactNode } from 'react'
import { usePlayerFocus } from './use-player-focus.ts'

interface VideoErrorPanelProps {
  title: string
  /** One sentence. */
  children: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
}

/** Announced when it appears. Fills its container. */
export function VideoErrorPanel({ title, children, actions }: VideoErrorPanelProps) {
  const panel = usePlayerFocus()
  return (
    <div
      ref={panel}
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-1.5 overflow-y-auto bg-veil-strong px-5 py-4 text-center text-[white] [backdrop-filter:blur(12px)] @xl:gap-2.5"
    >
      <h2 className="serif text-section">{title}</h2>
      <p className="max-w-[44ch] text-[0.95rem] text-balance text-[oklch(100%_0_0/0.86)] @xl:text-body">
        {children}
      </p>
      {actions !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-3 *:button-lit! @xl:mt-3">{actions}</div>
      )}
    </div>
  )
}

/** Darkens what is below it, with `children` in a column, closer together where it is low. */
export function Veil({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 bg-veil text-[white] [container-type:size]">
      <div className="flex size-full flex-col items-center justify-center-safe gap-2.5 overflow-y-auto p-4 text-center @xl:gap-4 shallow:gap-2 shallow:p-2">
        {children}
      </div>
    </div>
  )
}
