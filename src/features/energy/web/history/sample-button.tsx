// 'Add Sample Data' button: adds a month to the administrator's own history (HIST-19).
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { energyCalls } from '../../contract.ts'

/** For administrators. `onAdded` reloads the page; a failure is only logged. */
export function SampleButton({ onAdded }: { onAdded: () => void }) {
  const add = useCallMutation(energyCalls.addSamples, {
    onSuccess: onAdded,
    onError: (error) => logFailure('The sample data was not added.', error),
  })
  return (
    <Button variant="quiet" busy={add.isPending} onClick={() => add.mutate({})}>
      Add Sample Data
    </Button>
  )
}
