// The choice of counting in the room's energy (PULSE-04).
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { energyCalls } from '../contract.ts'
import { ChoiceSwitch } from './choice-switch.tsx'

/** Off until the member has chosen otherwise. */
export function CountingSetting() {
  const counting = useCall(energyCalls.counting, {}, { uncached: true })
  const save = useCallMutation(energyCalls.chooseCounting, {
    refetch: [energyCalls.counting],
    onError: (error) => logFailure('The choice of counting was not saved.', error),
  })
  const isCounted = save.isPending ? save.variables.body.isCounted : counting.data?.isCounted
  return (
    <ChoiceSwitch
      label="Count me in the room"
      hint={`The room sees a number from ${counting.data?.pairsMin} people on. It counts from your next sitting.`}
      query={counting}
      save={save}
      isOn={isCounted === null ? false : isCounted}
      onChoose={(isCounted) => save.mutate({ body: { isCounted } })}
    />
  )
}
