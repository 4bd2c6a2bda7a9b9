// Button that sends a mail, followed by a cooldown.
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type MailButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'wide' | 'className' | 'busy' | 'type'
> & {
  children: string
  /** During the cooldown the button keeps the focus, ignores clicks and shows the seconds left. */
  leftSeconds: number
  /** Omitted for submit buttons. */
  onPress?: () => void
}

export function MailButton({ children, leftSeconds, onPress, className = '', ...look }: MailButtonProps) {
  const rests = leftSeconds > 0
  return (
    <Button
      {...look}
      aria-disabled={rests ? true : undefined}
      className={rests ? `tabular-nums opacity-55 ${className}` : className}
      onClick={(event) => {
        if (rests) event.preventDefault()
        else onPress?.()
      }}
    >
      {rests ? `Again in ${leftSeconds} s` : children}
    </Button>
  )
}
