// Video error panel: replaces a video that can't be shown, with the reason and possible actions.
import { useEffect, useRef, type ReactNode } from 'react'

interface VideoErrorPanelProps {
  title: string
  /** One sentence. */
  children: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
}

/** Announced when it appears. Fills its container. */
export function VideoErrorPanel({ title, children, actions }: VideoErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element may be gone: the focus moves to the player.
    if (document.activeElement === document.body) panel.current?.closest('section')?.focus()
  }, [])
  return (
    <div
      ref={panel}
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-1.5 overflow-y-auto bg-[oklch(15%_0.04_290/0.78)] px-5 py-4 text-center text-[white] [backdrop-filter:blur(12px)] @xl:gap-2.5"
    >
      <h2 className="serif text-[1.25rem] @xl:text-section">{title}</h2>
      <p className="max-w-[44ch] text-[0.95rem] text-balance text-[oklch(100%_0_0/0.86)] @xl:text-body">
        {children}
      </p>
      {actions !== undefined && (
        // The same brightness in both themes, since the background is dark in both.
        <div className="mt-2 flex flex-wrap justify-center gap-3 *:border-transparent! *:bg-[oklch(100%_0_0/0.92)]! *:text-[oklch(25.5%_0.03_310)]! *:outline-[white] *:hover:bg-[white]! @xl:mt-3">
          {actions}
        </div>
      )}
    </div>
  )
}
