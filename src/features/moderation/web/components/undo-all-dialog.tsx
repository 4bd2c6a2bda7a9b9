// Undo of all that one moderator decided within the last 24 hours: the question, then each line with its result.
import { useState, type RefObject } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { casesCalls, oversightCalls } from '../../cases-contract.ts'
import { caseMemberName, decisionLabel } from '../case-labels.ts'

type Line = ResponseOf<typeof oversightCalls.undoAllOf>['lines'][number]

interface UndoAllDialogProps {
  moderator: { id: number; name: string }
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function UndoAllDialog({ moderator: { id, name }, onClose, returnFocusTo }: UndoAllDialogProps) {
  const [lines, setLines] = useState<readonly Line[] | null>(null)
  const undo = useCallMutation(oversightCalls.undoAllOf, {
    refetch: [oversightCalls.oversight, casesCalls.cases],
    onSuccess: (result) => setLines(result.lines),
  })
  if (lines) return <UndoneLines {...{ name, lines, onClose, returnFocusTo }} />
  return (
    <ConfirmDialog
      open
      title={t('Undo all that {name} did in the last 24 hours?', { name })}
      description={t(
        'Messages return to their places, mutes and bans end, and the members concerned are told. The log keeps both.',
      )}
      confirm={t('Undo all')}
      busy={undo.isPending}
      failure={undo.error && objectionOf(undo.error, t('That wasn’t undone. Please try again.'))}
      returnFocusTo={returnFocusTo}
      onConfirm={() => {
        if (!undo.isPending) undo.mutate({ params: { userId: String(id) } })
      }}
      onClose={onClose}
    />
  )
}

interface UndoneLinesProps extends Pick<UndoAllDialogProps, 'onClose' | 'returnFocusTo'> {
  name: string
  lines: readonly Line[]
}

function UndoneLines({ name, lines, onClose, returnFocusTo }: UndoneLinesProps) {
  return (
    <Dialog
      open
      title={t('{name}’s last 24 hours', { name })}
      description={t(
        '{count, plural, =0 {There was nothing to undo.} one {# decision was undone.} other {# decisions were undone.}}',
        {
          count: lines.filter(({ obstacle }) => obstacle === null).length,
        },
      )}
      returnFocusTo={returnFocusTo}
      onOpenChange={onClose}
      footer={<Button onClick={onClose}>{t('OK')}</Button>}
    >
      <ul className="grid grid-cols-1 divide-y divide-line">
        {lines.map(({ case: each, obstacle }) => (
          <li key={each.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {each.decision
                ? t('{decision}, {name}', {
                    decision: decisionLabel(each.decision),
                    name: caseMemberName(each),
                  })
                : caseMemberName(each)}
            </span>
            <span className="text-small text-ink-2">
              {obstacle === null ? t('Undone') : t('Already undone')}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
