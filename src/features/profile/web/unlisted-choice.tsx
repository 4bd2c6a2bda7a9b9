// The choice to sit quietly: counted in the room, but in no list of it (TRUST-01).
import { clsx } from 'clsx'
import type { Account } from '#features/auth/contract.ts'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { profileCalls } from '../contract.ts'

interface UnlistedChoiceProps {
  isUnlisted: boolean
  onSaved: (account: Account) => void
}

/** The choice, shown before it is saved, and the function that changes it. */
function useUnlistedChoice({ isUnlisted, onSaved }: UnlistedChoiceProps) {
  const { isPending, isError, variables, mutate } = useCallMutation(profileCalls.chooseUnlisted, {
    onSuccess: onSaved,
    onError: (error) => logFailure('The choice to sit quietly was not saved.', error),
  })
  return {
    isQuiet: isPending ? variables.body.isUnlisted : isUnlisted,
    error: isError ? messages.notSaved : undefined,
    choose: (isQuiet: boolean) => {
      if (!isPending) mutate({ body: { isUnlisted: isQuiet } })
    },
  }
}

/** In the settings. */
export function UnlistedSetting(props: UnlistedChoiceProps) {
  const { isQuiet, error, choose } = useUnlistedChoice(props)
  return (
    <Switch
      label="Sit quietly"
      hint="Chat messages still show your name and picture. If you change this in the room, others may notice: a name comes or goes while the number stays."
      error={error}
      checked={isQuiet}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}

interface UnlistedAtSeatProps extends UnlistedChoiceProps {
  /** Says what it means: they may not know (TRUST-04). */
  isNewcomer: boolean
  /** It stands on a picture, whose brightness is unknown. */
  isOnPicture: boolean
}

/** In the room, one line. Nothing in it speaks by itself. */
export function UnlistedAtSeat({ isNewcomer, isOnPicture, ...props }: UnlistedAtSeatProps) {
  const { isQuiet, error, choose } = useUnlistedChoice(props)
  const sentence = isQuiet
    ? 'You’re sitting quietly: no list shows your name or picture.'
    : isNewcomer && 'New here? You can sit quietly: no list shows your name or picture.'
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-2 text-small',
        isOnPicture ? 'justify-center' : 'px-4 pb-3 text-ink-2 writing:hidden lg:p-0',
      )}
    >
      {sentence && <p className="text-balance">{sentence}</p>}
      <Button
        variant={isOnPicture ? 'media' : 'link'}
        size="sm"
        onClick={() => choose(!isQuiet)}
        className={clsx(isOnPicture && 'underline underline-offset-4')}
      >
        {isQuiet ? 'Show my name' : 'Sit quietly'}
      </Button>
      {error !== undefined && <p>{error}</p>}
    </div>
  )
}
