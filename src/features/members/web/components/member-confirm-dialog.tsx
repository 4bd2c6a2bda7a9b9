// Confirmations before a role changes, a reset link is sent, or a member is deleted (USR-13, USR-14, USR-29).
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { memberDeletionCalls, membersCalls, type Member } from '../../contract.ts'
import type { MemberAction, MemberDialogProps } from '../data/member-actions.ts'

const admin = adminMessages

const confirmations = {
  grantRole: {
    call: membersCalls.grantGardenAngel,
    title: (name: string) => t('Are you sure you want to make {name} a garden angel?', { name }),
    describe: () => t('Garden angels see the schedule, delete messages and ban members.'),
    confirm: t('Grant Garden Angel'),
    tone: 'primary',
    done: admin.roleUpdated,
    failed: admin.updateRoleFailed,
  },
  removeRole: {
    call: membersCalls.removeGardenAngel,
    title: (name: string) => t('Are you sure you want to remove {name} as a garden angel?', { name }),
    describe: () => t('They remain a member.'),
    confirm: t('Remove Garden Angel'),
    tone: 'danger',
    done: admin.roleUpdated,
    failed: admin.updateRoleFailed,
  },
  resetLink: {
    call: membersCalls.sendResetLink,
    title: (name: string) => t('Send {name} a link to choose a new password?', { name }),
    describe: ({ signInEmail }: Member) =>
      t(
        'It goes to {email}, works once, and expires after one hour. Only they see it; the email says that you sent it.',
        { email: readableEmail(signInEmail ?? '') },
      ),
    confirm: t('Send link'),
    tone: 'primary',
    done: admin.resetLinkSent,
    failed: admin.sendResetLinkFailed,
  },
  delete: {
    call: memberDeletionCalls.deleteMember,
    title: (name: string) => t('Are you sure you want to delete {name}?', { name }),
    describe: () =>
      t(
        'Their profile, diary and chat messages are erased. Other members keep their points. This can’t be undone.',
      ),
    confirm: t('Delete User'),
    tone: 'danger',
    done: admin.userDeleted,
    failed: admin.deleteUserFailed,
  },
} as const satisfies Partial<Record<MemberAction, unknown>>

interface MemberConfirmDialogProps extends MemberDialogProps {
  question: keyof typeof confirmations
  member: Member
  onDeleted: () => void
}

/** On an error it stays open and shows the server's message. */
export function MemberConfirmDialog({
  question,
  member,
  onDeleted,
  onClose,
  ...frame
}: MemberConfirmDialogProps) {
  const { call, title, describe, confirm, tone, done, failed } = confirmations[question]
  const change = useCallMutation(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: done })
      if (question === 'delete') onDeleted()
      onClose()
    },
    onError: () => showAdminErrorToast(failed),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={title(member.name)}
      description={describe(member)}
      confirm={confirm}
      tone={tone}
      busy={change.isPending}
      failure={change.error && errorMessageOf(change.error, failed)}
      onConfirm={() => {
        if (!change.isPending) change.mutate({ params: { id: String(member.id) } })
      }}
      onClose={onClose}
    />
  )
}
