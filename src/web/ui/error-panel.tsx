// What failed: a panel in place of content that didn't load, and the reason why a dialog couldn't save.
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { useSubmitGuard } from '../use-call.ts'
import { FormError } from './field.tsx'

type ErrorPanelProps = {
  title?: string
  /** What happened, as a sentence. */
  children: ReactNode
  /** Retries the load. Without it the panel has no button. */
  onRetry?: () => void
  /** True while the retry is in flight. */
  busy?: boolean
}

/** Screen readers announce it when it appears. */
export function ErrorPanel({ title, children, onRetry, busy = false }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex items-start gap-4 rounded-panel border border-line bg-surface p-5">
      <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-danger" strokeWidth={1.8} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        {title !== undefined && <p className="font-bold">{title}</p>}
        <p className="text-ink-2">{children}</p>
        {onRetry && (
          <Button className="mt-3" busy={busy} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

interface SaveFailureProps {
  message: string
  /** The form's data is older than the server's, which can be loaded. */
  isStale: boolean
  onReload: () => Promise<void>
}

export function SaveFailure({ message, isStale, onReload }: SaveFailureProps) {
  const [isLoading, setLoading] = useState(false)
  const load = useSubmitGuard(async () => {
    setLoading(true)
    await onReload()
    setLoading(false)
  })
  return (
    <div className="grid justify-items-start gap-3">
      <FormError>{message}</FormError>
      {isStale && (
        <Button busy={isLoading} onClick={() => void load()}>
          Load the current version
        </Button>
      )}
    </div>
  )
}
