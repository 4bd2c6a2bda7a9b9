// Informs a member, once, that an administrator corrected the address they sign in with (USR-25).
import { clsx } from 'clsx'
import { useState } from 'react'
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/inline-banner.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { unseenLine } from '#web/use-held-place.ts'
import { authCalls } from '../../contract.ts'
import { useSession } from '../hooks/use-user.ts'

interface EmailCorrectionBannerProps {
  correctedAt: string
  /** The address that signs in now. */
  email: string
  /** While everyone sits (PHASE-11). */
  isUnseen: boolean
  /** Called before it goes by a press. */
  onPress: () => void
}

export function EmailCorrectionBanner(props: EmailCorrectionBannerProps) {
  const { correctedAt, email, isUnseen, onPress } = props
  const session = useSession()
  const [zone] = useState(displayZone)
  const read = useCallMutation(authCalls.readEmailCorrection, {
    onSuccess: (account) => session.updateUser(account),
  })
  return (
    <section
      aria-label={t('Your sign-in address')}
      className={clsx(
        'room-part flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-primary-soft px-4 py-2 text-small md:px-8',
        isUnseen && unseenLine,
      )}
    >
      <p className="min-w-0 flex-1 basis-80">
        {rich(
          'An administrator corrected the address you sign in with on {day}. It is now <address>{email}</address>.',
          {
            day: formatDay(dayInZone(timestampToMs(correctedAt), zone), 'long'),
            email,
            address: (text) => <EmailAddress>{text}</EmailAddress>,
          },
        )}
      </p>
      <Button
        variant="subtle"
        busy={read.isPending}
        onClick={() => {
          onPress()
          if (!read.isPending) read.mutate({ body: { correctedAt } })
        }}
      >
        {t('OK')}
      </Button>
    </section>
  )
}
