// Why something in a dialog wasn't saved, with what helps when somebody else has changed it meanwhile.
import { useState } from 'react'
import { useSubmitGuard } from '../use-submit-guard.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'

interface SaveFailureProps {
  sentence: string
  /** What was read is older than what is there: it can be loaded. */
  isStale: boolean
  onLoad: () => Promise<void>
}

export function SaveFailure({ sentence, isStale, onLoad }: SaveFailureProps) {
  const [isLoading, setLoading] = useState(false)
  const load = useSubmitGuard(async () => {
    setLoading(true)
    await onLoad()
    setLoading(false)
  })
  return (
    <div className="grid justify-items-start gap-3">
      <FormError>{sentence}</FormError>
      {isStale && (
        <Button busy={isLoading} onClick={() => void load()}>
          Load what is there now
        </Button>
      )}
    </div>
  )
}
