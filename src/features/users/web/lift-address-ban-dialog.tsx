// Confirmation before an address ban is lifted.
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { addressBansCalls, type AddressBan } from '../contract.ts'

interface LiftAddressBanDialogProps {
  ban: AddressBan
  onClose: () => void
}

/** Open while mounted. On an error it stays open and shows the server's message. */
export function LiftAddressBanDialog({ ban, onClose }: LiftAddressBanDialogProps) {
  const lift = useCallMutation(addressBansCalls.liftAddressBan, {
    refetch: [addressBansCalls.addressBans],
    onSuccess: () => {
      toast({ title: 'Ban lifted' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={`Are you sure you want to lift the ban on ${ban.ipAddress}?`}
      description="Everyone who connects from this address can come back."
      confirm="Lift the ban"
      tone="primary"
      busy={lift.isPending}
      failure={lift.error && errorMessageOf(lift.error, 'The ban wasn’t lifted. Please try again.')}
      onConfirm={() => {
        if (!lift.isPending) lift.mutate({ params: { id: String(ban.id) } })
      }}
      onClose={onClose}
    />
  )
}
