// Confirmation dialog for signing out on all devices (PROF-25).
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSignOut } from './use-sign-out.ts'

interface SignOutEverywhereDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A failure leaves the dialog open. */
export function SignOutEverywhereDialog({ open, onOpenChange }: SignOutEverywhereDialogProps) {
  const signOut = useSignOut()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut('everywhere')
    setLeaving(false)
  }
  return (
    <ConfirmDialog
      open={open}
      title="Sign out everywhere?"
      description="Every browser and device in which you are signed in is signed out, this one too."
      confirm="Sign out everywhere"
      cancel="Stay signed in"
      busy={isLeaving}
      onConfirm={() => void leave()}
      onClose={() => onOpenChange(false)}
    />
  )
}
