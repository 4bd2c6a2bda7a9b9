// The question before signing out on every device (PROF-25).
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useSignOut } from './use-sign-out.ts'

interface LeaveDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A failure leaves it open. */
export function LeaveDialog({ open, onOpenChange }: LeaveDialogProps) {
  const signOut = useSignOut()
  const [isLeaving, setLeaving] = useState(false)
  const stay = useRef<HTMLButtonElement>(null)
  const leave = async () => {
    setLeaving(true)
    await signOut('everywhere')
    setLeaving(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Sign out everywhere?"
      description="Every browser and device in which you are signed in is signed out, this one too."
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} variant="quiet" onClick={() => onOpenChange(false)}>
            Stay signed in
          </Button>
          <Button variant="danger" busy={isLeaving} onClick={() => void leave()}>
            Sign out everywhere
          </Button>
        </>
      }
    />
  )
}
