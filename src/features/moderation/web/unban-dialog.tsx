// Confirmation before a ban is lifted, with the ban's reason (USR-11).
import type { RefObject } from 'react'
import { membersCalls, type Member } from '#features/members/contract.ts'
import { timestampLabel } from '#features/members/member-labels.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { bansCalls } from '../contract.ts'

const failed = adminMessages.unbanUserFailed

interface UnbanDialogProps {
  open: boolean
  onClose: () => void
  member: Pick<Member, 'id' | 'name' | 'bannedAt' | 'bannedReason'>
  returnFocusTo: RefObject<HTMLElement | null>
}

/** On an error it stays open and shows the server's message. */
export function UnbanDialog({ member, onClose, ...frame }: UnbanDialogProps) {
  const unban = useCallMutation(bansCalls.unban, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: adminMessages.userUnbanned })
      onClose()
    },
    onError: () => showAdminErrorToast(failed),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={t('Are you sure you want to unban {name}?', { name: member.name })}
      description={t('They can come back, meditate and chat as before.')}
      confirm={t('Unban User')}
      tone="primary"
      busy={unban.isPending}
      failure={unban.error && errorMessageOf(unban.error, failed)}
      onConfirm={() => {
        if (!unban.isPending) unban.mutate({ params: { id: String(member.id) } })
      }}
      onClose={onClose}
    >
      <BannedFor member={member} />
    </ConfirmDialog>
  )
}

function BannedFor({ member: { bannedAt, bannedReason } }: Pick<UnbanDialogProps, 'member'>) {
  if (bannedReason === null) return null
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-small text-ink-3">
        {bannedAt === null
          ? t('Banned for')
          : t('Banned on {day} for', { day: timestampLabel(bannedAt, communityZone()).day })}
      </figcaption>
      <blockquote dir="auto" className="rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {bannedReason}
      </blockquote>
    </figure>
  )
}
