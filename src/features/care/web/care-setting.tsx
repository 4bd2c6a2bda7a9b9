// The setting for the care card (CARE-05).
import { t } from '#shared/i18n/t.ts'
import { logFailure } from '#web/log.ts'
import { ChoiceSwitch } from '#web/ui/choice-switch.tsx'
import { useCall } from '#web/use-call.ts'
import { useChoices, useResponseUpdate } from '#web/use-choices.ts'
import { careCalls } from '../contract.ts'

export function CareSetting() {
  const query = useCall(careCalls.careChoice, {}, { uncached: true, refetchOnFocus: true })
  const update = useResponseUpdate(careCalls.careChoice)
  const { pending, choose, errorOf } = useChoices(careCalls.chooseCare, {
    inputOf: (press: { isOffered: boolean }) => ({ body: press }),
    onSaved: (saved) => update(() => saved),
    onError: (error) => logFailure('The choice of the care card was not saved.', error),
  })
  return (
    <ChoiceSwitch
      label={t('Show a few kind words after a hard sitting')}
      hint={t('At most once a day. Only you see this.')}
      query={query}
      error={errorOf('isOffered')}
      isOn={(pending.at(-1) ?? query.data)?.isOffered}
      onChoose={(isOffered) => choose({ isOffered })}
    />
  )
}
