// Button that sends a mail, followed by a cooldown.
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

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
      {isCoolingDown ? `Again in ${secondsLeft} s` : children}
    </Button>
  )
}
