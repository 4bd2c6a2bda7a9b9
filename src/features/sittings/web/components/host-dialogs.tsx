// Dialogs of hosts: each asks before it acts, and stays open with the reason when the action fails.
import { useState, type ReactNode, type RefObject } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { cancelNoteMaxChars, sittingsCalls } from '../../contract.ts'
import type { Sitting } from '../../sitting.ts'

/** The reads that a change makes stale: lists that are shown, and those of other screens. */
export interface Invalidations {
  refetch?: readonly Endpoint[]
  evict?: readonly Pick<Endpoint, 'path'>[]
}

export interface HostDialogProps {
  /** The sitting's, to restore it the schedule's. */
  id: string
  /** Called with the sitting as it is after the action. */
  onChanged?: (sitting: Sitting) => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLButtonElement | null>
}

interface ChangeDialogProps extends HostDialogProps {
  title: string
  invalidations?: Invalidations
}

export function CancelSittingDialog({ invalidations, ...props }: ChangeDialogProps) {
  const [note, setNote] = useState('')
  const cancel = useCallMutation(sittingsCalls.cancel, invalidations)
  return (
    <HostDialog
      {...props}
      description={t('No bell rings, and the chat opens at once. Everyone can still sit on their own.')}
      confirm={t('Cancel the sitting')}
      keep={t('Keep it')}
      tone="danger"
      run={() => cancel.mutateAsync({ params: { id: props.id }, body: { note } })}
    >
      <Field
        label={t('Note for members')}
        hint={t('Members read it in the room, under “Coming days”, in emails and in their calendars.')}
        optional
        limit={{ chars: note.length, max: cancelNoteMaxChars }}
      >
        <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </HostDialog>
  )
}

/** `bell` is the time of the scheduled bell. */
export function RestoreSittingDialog({
  bell,
  invalidations,
  ...props
}: ChangeDialogProps & { bell: string }) {
  const restore = useCallMutation(sittingsCalls.restore, invalidations)
  return (
    <HostDialog
      {...props}
      description={t('Its bell rings at {time}, as scheduled.', { time: bell })}
      confirm={t('Restore the sitting')}
      run={() => restore.mutateAsync({ params: { scheduleId: props.id } })}
    />
  )
}

export function HostDialog({
  run,
  onChanged,
  onClose,
  keep = t('Back'),
  tone = 'primary',
  ...props
}: HostDialogProps & {
  title: string
  description: string
  confirm: string
  keep?: string
  tone?: 'primary' | 'danger'
  run: () => Promise<Sitting>
  children?: ReactNode
}) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const sitting = await run()
      onChanged?.(sitting)
      onClose()
    } catch (error) {
      setFailure(objectionOf(error, t('That didn’t work. Please try again.')))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={props.title}
      description={props.description}
      confirm={props.confirm}
      cancel={keep}
      tone={tone}
      busy={isBusy}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
      returnFocusTo={props.returnFocusTo}
    >
      {props.children}
    </ConfirmDialog>
  )
}
