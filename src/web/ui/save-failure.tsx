// Why saving in a dialog failed, with a reload button if another member changed the record meanwhile.
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useSubmitGuard } from '../use-submit-guard.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'

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
    <div className="grid gap-3">
      <FormError>{message}</FormError>
      {isStale && (
        <Button className="justify-self-start" busy={isLoading} onClick={() => void load()}>
          {t('Load the current version')}
        </Button>
      )}
    </div>
  )
}
