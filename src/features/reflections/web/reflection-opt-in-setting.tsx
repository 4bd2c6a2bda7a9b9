// The setting to be part of the room’s energy (PULSE-04).
import { t } from '#shared/i18n/t.ts'
import { logFailure } from '#web/log.ts'
import { ChoiceSwitch } from '#web/ui/choice-switch.tsx'
import { useCall } from '#web/use-call.ts'
import { useChoices, useResponseUpdate } from '#web/use-choices.ts'
import { reflectionOptInCalls } from '../contract.ts'

/** Off until the member has chosen otherwise. */
export function ReflectionOptInSetting() {
  const optIn = useCall(reflectionOptInCalls.reflectionOptIn, {}, { uncached: true, refetchOnFocus: true })
  const update = useResponseUpdate(reflectionOptInCalls.reflectionOptIn)
  const { pending, choose, errorOf } = useChoices(reflectionOptInCalls.chooseReflectionOptIn, {
    inputOf: (press: { isOptedIn: boolean }) => ({ body: press }),
    onSaved: (saved) => update(() => saved),
    onError: (error) => logFailure('The reflection opt-in was not saved.', error),
  })
  const isOptedIn = (pending.at(-1) ?? optIn.data)?.isOptedIn
  return (
    <ChoiceSwitch
      label={t('Include me in the room’s energy')}
      hint={t(
        'The room only sees an average of {pairsMin} or more people. Your choice applies from the next sitting.',
        { pairsMin: optIn.data?.pairsMin ?? 0 },
      )}
      query={optIn}
      error={errorOf('isOptedIn')}
      isOn={isOptedIn === null ? false : isOptedIn}
      onChoose={(next) => choose({ isOptedIn: next })}
    />
  )
}
