// Why saving in a dialog failed, with a reload button if another member changed the record meanwhile.
import { useState } from 'react'
import { useSubmitGuard } from '../use-submit-guard.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'

interface SaveFailureProps {
  sentence: string
  /** The form's data is older than the server's, which can be loaded. */
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
