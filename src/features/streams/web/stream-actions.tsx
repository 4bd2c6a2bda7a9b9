// What hosts do with a stream, in the menu of its sitting: its end, a new beginning, its lead, and keys for encoders.
import { useState, type RefObject } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { streamsCalls, type Stream } from '../contract.ts'
import { streamHostingCalls } from '../hosting-contract.ts'
import { EncoderKeyDialog } from './encoder-key-dialog.tsx'

type StreamAction = 'end' | 'start' | 'lead' | 'key'

const labels = {
  end: t('End the picture…'),
  start: t('Show the picture again…'),
  lead: t('Time behind the teacher…'),
  key: t('Key for an encoder…'),
} as const satisfies Record<StreamAction, string>

/** In the order of the menu. */
function actionsOf({ isOpen, state, place, mayStart }: Stream): StreamAction[] {
  if (!isOpen) return []
  return [
    ...(state === 'on' ? (['end'] as const) : []),
    ...(state === 'ended' && mayStart ? (['start'] as const) : []),
    'lead',
    ...(place === 'address' ? (['key'] as const) : []),
  ]
}

const byId = (sittingId: number) => ({ params: { id: String(sittingId) } })

interface StreamItemsProps {
  sitting: Pick<Sitting, 'id'>
  onSelect: (action: string) => void
}

/** Read when the menu opens. */
export function StreamItems({ sitting, onSelect }: StreamItemsProps) {
  const { data } = useCall(streamsCalls.stream, byId(sitting.id), { uncached: true })
  const actions = data === undefined ? [] : actionsOf(data)
  if (actions.length === 0) return null
  return (
    <>
      <MenuSeparator />
      {actions.map((action) => (
        <MenuItem key={action} tone={action === 'end' ? 'danger' : 'plain'} onSelect={() => onSelect(action)}>
          {labels[action]}
        </MenuItem>
      ))}
    </>
  )
}

interface StreamDialogProps {
  sittingId: number
  action: string
  returnFocusTo: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

export function StreamDialog({ action, ...props }: StreamDialogProps) {
  switch (action as StreamAction) {
    case 'end':
      return <EndDialog {...props} />
    case 'start':
      return <StartDialog {...props} />
    case 'lead':
      return <LeadDialog {...props} />
    case 'key':
      return <EncoderKeyDialog {...props} />
  }
}

type DialogProps = Omit<StreamDialogProps, 'action'>

const refetch = [streamsCalls.stream]
const failureOf = (error: Error | null) =>
  error && objectionOf(error, t('That didn’t work. Please try again.'))

function EndDialog({ sittingId, ...dialog }: DialogProps) {
  const end = useCallMutation(streamsCalls.endStream, {
    refetch,
    onSuccess: () => {
      toast({ title: t('The picture has ended') })
      dialog.onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      {...dialog}
      title={t('End the picture?')}
      description={t(
        'Picture and sound stop for everyone at once. The sitting goes on, and a host can show the picture again.',
      )}
      confirm={t('End the picture')}
      cancel={t('Keep it')}
      busy={end.isPending}
      failure={failureOf(end.error)}
      onConfirm={() => end.mutate(byId(sittingId))}
    />
  )
}

function StartDialog({ sittingId, ...dialog }: DialogProps) {
  const start = useCallMutation(streamHostingCalls.startStream, {
    refetch,
    onSuccess: () => {
      toast({ title: t('The picture may come again') })
      dialog.onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      {...dialog}
      title={t('Show the picture again?')}
      description={t('It comes back for everyone as soon as the teacher sends.')}
      confirm={t('Show it')}
      cancel={t('Back')}
      tone="primary"
      busy={start.isPending}
      failure={failureOf(start.error)}
      onConfirm={() => start.mutate(byId(sittingId))}
    />
  )
}

const leads = [
  { value: 'measured', label: t('As measured') },
  ...[6, 9, 12, 15, 20, 30].map((seconds) => ({
    value: String(seconds),
    label: t('{seconds} s', { seconds }),
  })),
]

function LeadDialog({ sittingId, ...dialog }: DialogProps) {
  const { data } = useCall(streamsCalls.stream, byId(sittingId))
  const [chosen, setChosen] = useState<string | null>(null)
  const set = useCallMutation(streamHostingCalls.setLead, {
    refetch,
    onSuccess: () => {
      toast({ title: t('The time is saved') })
      dialog.onClose()
    },
  })
  const stored = data && (data.chosenLeadMs === null ? 'measured' : String(data.chosenLeadMs / 1_000))
  const value = chosen ?? stored ?? null
  return (
    <ConfirmDialog
      open
      {...dialog}
      title={t('Time behind the teacher')}
      description={t(
        'The group sees and hears the teacher so many seconds later. A longer time bears a worse line. Pages move there slowly, without a jump.',
      )}
      confirm={t('Save')}
      cancel={t('Back')}
      tone="primary"
      busy={set.isPending}
      failure={failureOf(set.error)}
      onConfirm={() => {
        if (value === null) dialog.onClose()
        else
          set.mutate({
            ...byId(sittingId),
            body: { seconds: value === 'measured' ? null : Number(value) },
          })
      }}
    >
      <Segmented legend={t('Time behind the teacher')} options={leads} value={value} onChange={setChosen} />
      {data && (
        <p className="mt-2 text-small text-ink-2">
          {t('It is {seconds} s now.', { seconds: Math.round(data.leadMs / 1_000) })}
        </p>
      )}
    </ConfirmDialog>
  )
}
