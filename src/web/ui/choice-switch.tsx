// A switch in Settings for one of the member's choices, read from the server and saved at a press.
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { useReadFailure } from '#web/use-call.ts'
import { Button } from './button.tsx'
import { Switch } from './checkbox.tsx'
import { FormError } from './field.tsx'

interface ChoiceSwitchProps {
  label: string
  hint: ReactNode
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  error: Error | null
  /** The saved choice, or the one that is being saved; undefined until it is loaded. */
  isOn: boolean | undefined
  onChoose: (isOn: boolean) => void
}

export function ChoiceSwitch({ label, hint, query, error, isOn, onChoose }: ChoiceSwitchProps) {
  const isFailed = useReadFailure(query)
  if (isOn === undefined)
    return (
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        {isFailed && (
          <>
            <FormError>{t('Your choice didn’t load.')}</FormError>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('Try again')}
            </Button>
          </>
        )}
      </div>
    )
  return (
    <Switch
      label={label}
      hint={hint}
      error={error ? messages.notSaved : undefined}
      checked={isOn}
      onChange={(event) => onChoose(event.target.checked)}
    />
  )
}
