// The setting to be part of the room’s energy (PULSE-04).
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { reflectionOptInCalls } from '../reflection-opt-in-contract.ts'
import { ChoiceSwitch } from '#web/ui/choice-switch.tsx'
import { t } from '#shared/t.ts'

/** Off until the member has chosen otherwise. */
export function ReflectionOptInSetting() {
  const optIn = useCall(reflectionOptInCalls.reflectionOptIn, {}, { uncached: true })
  const save = useCallMutation(reflectionOptInCalls.chooseReflectionOptIn, {
    refetch: [reflectionOptInCalls.reflectionOptIn],
    onError: (error) => logFailure('The reflection opt-in was not saved.', error),
  })
  const isOptedIn = save.isPending ? save.variables.body.isOptedIn : optIn.data?.isOptedIn
  return (
    <ChoiceSwitch
      label={t('Include me in the room’s energy')}
      hint={t(
        'The room only sees an average of {pairsMin} or more people. Your choice applies from the next sitting.',
        { pairsMin: optIn.data?.pairsMin ?? 0 },
      )}
      query={optIn}
      save={save}
      isOn={isOptedIn === null ? false : isOptedIn}
      onChoose={(isOptedIn) => save.mutate({ body: { isOptedIn } })}
    />
  )
}
