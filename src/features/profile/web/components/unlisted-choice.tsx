// The choice to be unlisted: part of the room's number, but in no list (TRUST-01).
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { useChoices } from '#web/use-choices.ts'
import { profileCalls } from '../../contract.ts'

interface UnlistedChoiceProps {
  isUnlisted: boolean
  onSaved: (account: Account) => void
}

/** The choice, shown before it is saved, and the function that changes it. */
function useUnlistedChoice({ isUnlisted, onSaved }: UnlistedChoiceProps) {
  const { pending, choose, errorOf } = useChoices(profileCalls.chooseUnlisted, {
    inputOf: (press: { isUnlisted: boolean }) => ({ body: press }),
    onSaved,
    onError: (error) => logFailure('The choice to be unlisted was not saved.', error),
  })
  return {
    isOn: pending.at(-1)?.isUnlisted ?? isUnlisted,
    error: errorOf('isUnlisted') ? messages.notSaved : undefined,
    choose: (next: boolean) => choose({ isUnlisted: next }),
  }
}

/** In the settings. */
export function UnlistedSetting(props: UnlistedChoiceProps) {
  const { isOn, error, choose } = useUnlistedChoice(props)
  return (
    <Switch
      label={t('Sit quietly')}
      hint={t(
        'Chat messages still show your name and picture. If you change this in the room, others may notice: a name comes or goes while the number stays.',
      )}
      error={error}
      checked={isOn}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}

interface UnlistedAtSeatProps extends UnlistedChoiceProps {
  /** Explains the choice to newcomers (TRUST-04). Null until that is known. */
  isNewcomer: boolean | null
}

/** In the room, one line without a live region. */
export function UnlistedAtSeat({ isNewcomer, ...props }: UnlistedAtSeatProps) {
  const { isOn, error, choose } = useUnlistedChoice(props)
  // Its place is there before it is known who needs it, and stays for this visit.
  const [hasPlace] = useState(isNewcomer !== false)
  return (
    <div>
      <div className="flex items-center gap-x-3">
        {isOn && <p>{t('You’re sitting quietly: no list shows your name or picture.')}</p>}
        {!isOn && hasPlace && (
          <p className={clsx(!isNewcomer && 'invisible', isNewcomer === false && 'lg:hidden')}>
            {t('New here? You can sit quietly: no list shows your name or picture.')}
          </p>
        )}
        <Button size="sm" onClick={() => choose(!isOn)}>
          {isOn ? t('Show my name') : t('Sit quietly')}
        </Button>
      </div>
      {error !== undefined && <p>{error}</p>}
    </div>
  )
}
