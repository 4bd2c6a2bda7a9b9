// A switch in Settings for one of the member's choices, read from and saved to the server.
import type { ReactNode } from 'react'
import { messages } from '#web/messages.ts'
import { Button } from './button.tsx'
import { Switch } from './checkbox.tsx'
import { FormError } from './field.tsx'
import { useReadFailure } from '#web/use-call.ts'
import { t } from '#shared/t.ts'

interface ChoiceSwitchProps {
  label: string
  hint: ReactNode
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  save: { isError: boolean; isPending: boolean }
  /** The saved choice, or the one that is being saved; undefined until it is loaded. */
  isOn: boolean | undefined
  onChoose: (isOn: boolean) => void
}

export function ChoiceSwitch({ label, hint, query, save, isOn, onChoose }: ChoiceSwitchProps) {
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
      error={save.isError ? messages.notSaved : undefined}
      checked={isOn}
      onChange={(event) => {
        if (!save.isPending) onChoose(event.target.checked)
      }}
    />
  )
}
