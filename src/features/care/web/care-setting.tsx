// The setting for the care card (CARE-05).
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { careCalls } from '../contract.ts'
import { ChoiceSwitch } from '#web/ui/choice-switch.tsx'
import { t } from '#shared/t.ts'

export function CareSetting() {
  const choice = useCall(careCalls.careChoice, {}, { uncached: true })
  const save = useCallMutation(careCalls.chooseCare, {
    refetch: [careCalls.careChoice],
    onError: (error) => logFailure('The choice of the care card was not saved.', error),
  })
  return (
    <ChoiceSwitch
      label={t('Show a few kind words after a hard sitting')}
      hint={t('At most once a day. Only you see this.')}
      query={choice}
      save={save}
      isOn={save.isPending ? save.variables.body.isOffered : choice.data?.isOffered}
      onChoose={(isOffered) => save.mutate({ body: { isOffered } })}
    />
  )
}
