// The choice of counting in the room's answers (PULSE-04).
import { useState } from 'react'
import { reflectionPairsMin } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall, useCallMutation, useSettledError } from '#web/use-call.ts'
import { energyCalls } from '../contract.ts'

/** Off until the member has chosen otherwise. */
export function CountingSetting() {
  const counting = useCall(energyCalls.counting, {}, { uncached: true })
  const isFailed = useSettledError(counting)
  const [saved, setSaved] = useState<boolean | null>(null)
  const save = useCallMutation(energyCalls.chooseCounting, {
    onSuccess: ({ isCounted }) => setSaved(isCounted),
    onError: (error) => logFailure('The choice of counting was not saved.', error),
  })
  if (isFailed)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <FormError>Your choice didn’t load.</FormError>
        <Button busy={counting.isFetching} onClick={() => void counting.refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!counting.data) return null
  const isCounted = save.isPending ? save.variables.body.isCounted : (saved ?? counting.data.isCounted)
  return (
    <Switch
      label="Count me in the room"
      hint={`The room sees a number from ${reflectionPairsMin} people on. A change holds for the next number.`}
      error={save.isError ? messages.notSaved : undefined}
      checked={isCounted === true}
      onChange={(event) => {
        if (!save.isPending) save.mutate({ body: { isCounted: event.target.checked } })
      }}
    />
  )
}
