// Mails from /auth: a button that sends one, followed by a cooldown, and what is shown once it is sent.
import type { ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, InlineBanner } from '#web/ui/inline-banner.tsx'

type MailButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'wide' | 'className' | 'busy' | 'type'
> & {
  children: string
  /** During the cooldown the button keeps the focus, ignores clicks and shows the seconds left. */
  secondsLeft: number
  /** Omitted for submit buttons. */
  onPress?: () => void
}

export function MailButton({
  children,
  secondsLeft,
  onPress,
  className = '',
  ...buttonProps
}: MailButtonProps) {
  const isCoolingDown = secondsLeft > 0
  return (
    <Button
      {...buttonProps}
      aria-disabled={isCoolingDown ? true : undefined}
      className={isCoolingDown ? `tabular-nums opacity-55 ${className}` : className}
      onClick={(event) => {
        if (isCoolingDown) event.preventDefault()
        else onPress?.()
      }}
    >
      {isCoolingDown ? t('Again in {seconds} s', { seconds: secondsLeft }) : children}
    </Button>
  )
}

export function ResetMailSent({ email }: { email: string }) {
  return (
    <InlineBanner kind="mail">
      {rich(
        'If <address>{email}</address> has an account here, an email with a link is on its way. Open the link to choose a new password. Nothing after a few minutes? Please check your spam folder.',
        { email, address: (text) => <EmailAddress>{text}</EmailAddress> },
      )}
    </InlineBanner>
  )
}
