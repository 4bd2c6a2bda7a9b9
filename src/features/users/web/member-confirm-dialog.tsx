// Confirmations before a ban is lifted, a role changes or a member is deleted (USR-11, USR-13, USR-14).
import { adminMessages } from '#shared/admin-messages.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { memberDeletionCalls, membersCalls, type Member } from '../contract.ts'
import { communityZone } from '#web/community-days.ts'
import { momentLabel } from '../member-labels.ts'
import type { MemberAction, MemberDialogProps } from './member-actions.ts'

const admin = adminMessages

const confirmations = {
  unban: {
    call: membersCalls.unban,
    title: (name: string) => `Are you sure you want to unban ${name}?`,
    description: 'They can come back, meditate and chat as before.',
    confirm: 'Unban User',
    tone: 'primary',
    done: admin.userUnbanned,
    failed: admin.unbanUserFailed,
  },
  grantRole: {
    call: membersCalls.grantGardenAngel,
    title: (name: string) => `Are you sure you want to make ${name} a garden angel?`,
    description: 'Garden angels see the schedule, delete messages and ban members.',
    confirm: 'Grant Garden Angel',
    tone: 'primary',
    done: admin.roleUpdated,
    failed: admin.updateRoleFailed,
  },
  removeRole: {
    call: membersCalls.removeGardenAngel,
    title: (name: string) => `Are you sure you want to remove ${name} as a garden angel?`,
    description: 'They remain a member.',
    confirm: 'Remove Garden Angel',
    tone: 'danger',
    done: admin.roleUpdated,
    failed: admin.updateRoleFailed,
  },
  delete: {
    call: memberDeletionCalls.deleteMember,
    title: (name: string) => `Are you sure you want to delete ${name}?`,
    description:
      'Their profile, diary and chat messages are erased. Other members keep their points. This can’t be undone.',
    confirm: 'Delete User',
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
  const { call, title, description, confirm, tone, done, failed } = confirmations[question]
  const change = useCallMutation(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: done })
      if (question === 'delete') onDeleted()
      onClose()
    },
    onError: () => toast({ title: admin.error, description: failed, variant: 'destructive' }),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={title(member.name)}
      description={description}
      confirm={confirm}
      tone={tone}
      busy={change.isPending}
      failure={change.error && errorMessageOf(change.error, failed)}
      onConfirm={() => {
        if (!change.isPending) change.mutate({ params: { id: String(member.id) } })
      }}
      onClose={onClose}
    >
      {question === 'unban' && <BannedFor member={member} />}
    </ConfirmDialog>
  )
}

function BannedFor({ member: { bannedAt, bannedReason } }: { member: Member }) {
  if (bannedReason === null) return null
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-small text-ink-3">{`Banned${bannedAt === null ? '' : ` on ${momentLabel(bannedAt, communityZone()).day}`} for`}</figcaption>
      <blockquote dir="auto" className="rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {bannedReason}
      </blockquote>
    </figure>
  )
}
