// A button that has a mail sent, and rests for a while afterwards.
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type MailButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'wide' | 'className' | 'busy' | 'type'
> & {
  children: string
  /** While it rests it keeps the focus, takes no press and says how long. */
  leftSeconds: number
  /** Not needed by a button that submits its form. */
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
