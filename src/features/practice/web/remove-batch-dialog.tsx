// The question before a batch of practice is removed.
import type { RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { practiceCalls, type PracticeBatch } from '../contract.ts'
import { formatSource } from '../sources.ts'
import { formatTotals } from '../summary-words.ts'

interface RemoveBatchDialogProps {
  batch: PracticeBatch
  onRemoved: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function RemoveBatchDialog({ batch, onRemoved, onClose, returnFocusTo }: RemoveBatchDialogProps) {
  const remove = useCallMutation(practiceCalls.deleteImport, {
    refetch: [practiceCalls.imports],
    evict: [practiceCalls.practice],
    onSuccess: () => {
      onRemoved()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('Remove this from your history?')}
      description={removalText(batch)}
      confirm={t('Remove')}
      busy={remove.isPending}
      failure={remove.error && errorMessageOf(remove.error, t('It wasn’t removed. Please try again.'))}
      onConfirm={() => {
        if (!remove.isPending) remove.mutate({ params: { batch: String(batch.id) } })
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  )
}

/** What came from a file can be brought again. */
function removalText(batch: PracticeBatch): string {
  const values = { totals: formatTotals(batch).join(', '), source: formatSource(batch) }
  return batch.source === 'community' || batch.source === 'own'
    ? t('{totals}, {source}. It can’t be undone.', values)
    : t('{totals}, {source}. It can’t be undone, but you can import a file again.', values)
}
