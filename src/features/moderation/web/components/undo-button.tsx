// Undo of a decision, within 24 hours, with its question (MOD-09).
import { useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { casesCalls, type Case, type DecisionAction } from '../../cases-contract.ts'
import { caseMemberName, decisionLabel } from '../case-labels.ts'

interface UndoButtonProps {
  case: Case
  onUndone?: () => void
}

/** Nothing where the reader may not undo it, or no longer. */
export function UndoButton({ case: { id, version, decision, ...subject }, onUndone }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const undo = useCallMutation(casesCalls.undoDecision, {
    refetch: [casesCalls.cases],
    onSuccess: () => {
      toast({ title: t('Undone') })
      setAsking(false)
      onUndone?.()
    },
  })
  if (decision === null || (!decision.mayBeUndone && !isAsking)) return null
  const name = caseMemberName(subject)
  const label = decisionLabel(decision)
  return (
    <>
      <Button
        ref={button}
        aria-label={t('Undo: {decision}, {name}', { decision: label, name })}
        onClick={() => {
          undo.reset()
          setAsking(true)
        }}
      >
        {t('Undo')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('Undo “{decision}”?', { decision: label })}
        description={consequences[decision.action](name)}
        confirm={t('Undo')}
        tone="primary"
        busy={undo.isPending}
        failure={undo.error && objectionOf(undo.error, t('That wasn’t undone. Please try again.'))}
        returnFocusTo={button}
        onConfirm={() => {
          if (!undo.isPending) undo.mutate({ params: { id: String(id) }, body: { version } })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

const consequences: Record<DecisionAction, (name: string) => string> = {
  support: (name) => t('{name} no longer sees the message from the garden angels.', { name }),
  none: () => t('The log keeps both.'),
  remove: (name) => t('The message returns to its place. {name} is told.', { name }),
  remind: (name) => t('{name} is told that it was undone.', { name }),
  mute: (name) =>
    t('The message returns to its place, and {name} can write in the chat again. They are told.', {
      name,
    }),
  ban: (name) =>
    t('The message returns to its place, and {name} can come back, meditate and chat as before.', {
      name,
    }),
}
