// The choice of counting in the room's energy (PULSE-04).
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { countingCalls } from '../counting-contract.ts'
import { ChoiceSwitch } from './choice-switch.tsx'

/** Off until the member has chosen otherwise. */
export function CountingSetting() {
  const counting = useCall(countingCalls.counting, {}, { uncached: true })
  const save = useCallMutation(countingCalls.chooseCounting, {
    refetch: [countingCalls.counting],
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
