// Error panel: replaces content that failed to load, with a retry button.
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** Screen readers announce it when it appears. */
export function ErrorPanel({
  title,
  children,
  onRetry,
  retryLabel = t('Try again'),
  busy = false,
}: ErrorPanelProps) {
  return (
    <div role="alert" className="flex items-start gap-4 rounded-panel border border-line bg-surface p-5">
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
