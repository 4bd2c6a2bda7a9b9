// Error panel: replaces content that failed to load, with a retry button.
import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from './button.tsx'

type ErrorPanelProps = {
  title?: string
  /** What happened, as a sentence. */
  children: ReactNode
  /** Retries the load. Without it the panel has no button. */
  onRetry?: () => void
  retryLabel?: string
  /** True while the retry is in flight. */
  busy?: boolean
}

/**
 * Screen readers announce it when it appears. When it goes, the focus of its button moves to the nearest element around it
 * that takes one.
 */
export function ErrorPanel({
  title,
  children,
  onRetry,
  retryLabel = t('Try again'),
  busy = false,
}: ErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const place = element.parentElement?.closest<HTMLElement>('[tabindex]')
      // A screen with a fallback of its own has moved the focus by then.
      setTimeout(() => document.activeElement === document.body && place?.focus({ preventScroll: true }))
    }
  }, [])
  return (
    <div
      ref={panel}
      role="alert"
      className="flex items-start gap-4 rounded-panel border border-line bg-surface p-5"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-danger" strokeWidth={1.8} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        {title !== undefined && <p className="font-bold">{title}</p>}
        <p className="text-ink-2">{children}</p>
        {onRetry && (
          <Button className="mt-3" busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </div>
    </div>
  )
}
