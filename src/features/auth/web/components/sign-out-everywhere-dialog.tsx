// Confirmation dialog for signing out on all devices (PROF-25).
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSignOut } from '../hooks/use-sign-out.ts'

interface SignOutEverywhereDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A failure leaves the dialog open. */
export function SignOutEverywhereDialog({ open, onOpenChange }: SignOutEverywhereDialogProps) {
  const signOut = useSignOut()
  const [isSigningOut, setSigningOut] = useState(false)
  const signOutEverywhere = async () => {
    setSigningOut(true)
    await signOut('everywhere')
    setSigningOut(false)
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('Sign out everywhere?')}
      description={t('You’ll be signed out on every browser and device, including this one.')}
      confirm={t('Sign out everywhere')}
      cancel={t('Stay signed in')}
      busy={isSigningOut}
      onConfirm={() => void signOutEverywhere()}
      onClose={() => onOpenChange(false)}
    />
  )
}
