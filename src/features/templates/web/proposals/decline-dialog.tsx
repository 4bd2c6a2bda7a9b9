// The dialog in which an administrator declines a proposal, with a sentence for its teacher (TEACH-08).
import { useId, type RefObject } from 'react'
import { declineSentenceMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { toast } from '#web/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { proposalReviewCalls, type WaitingProposal } from '../../proposals-contract.ts'

interface DeclineDialogProps {
  open: boolean
  /** As the list has it now. Give each opening its own `key`. */
  proposal: WaitingProposal
  /** Gets the focus when its card is gone. */
  returnFocusTo: RefObject<HTMLElement | null>
  /** Called before the list is read again. */
  onAnswered: () => void
  onClose: () => void
}

export function DeclineDialog({ open, proposal, returnFocusTo, onAnswered, onClose }: DeclineDialogProps) {
  const id = useId()
  const { title } = proposal.template
  const { form, onSubmit, isSaving, failure } = useCallForm(proposalReviewCalls.declineProposal, {
    values: { sentence: '' },
    toInput: ({ sentence }) => ({
      params: { id: String(proposal.id) },
      body: { sentence, version: proposal.version },
    }),
    refetch: [proposalReviewCalls.waitingProposals],
    notSaved: t('The proposal wasn’t declined. Please try again.'),
    onSaved: () => {
      onAnswered()
      toast({ title: t('Proposal declined') })
      onClose()
    },
  })
  const { ask, question } = useAskBeforeLeaving({
    open,
    isChanged: form.formState.isDirty,
    leave: onClose,
  })
  const close = () => {
    if (!isSaving) ask()
  }
  return (
    <>
      <Dialog
        open={open}
        size="sm"
        title={t('Decline “{title}”?', { title })}
        description={t('{name} reads your sentence, and can propose it again.', {
          name: proposal.teacher.name,
        })}
        returnFocusTo={returnFocusTo}
        onOpenChange={close}
        footer={
          <DialogActions type="submit" form={id} busy={isSaving} onCancel={close}>
            {t('Decline')}
          </DialogActions>
        }
      >
        <form noValidate className="grid gap-5" {...{ id, onSubmit }}>
          {failure && <FormError>{failure.message}</FormError>}
          <TextField
            form={form}
            name="sentence"
            label={t('Why not')}
            hint={t('Only {name} and the administrators read it.', { name: proposal.teacher.name })}
            rows={3}
            maxChars={declineSentenceMaxChars}
          />
        </form>
      </Dialog>
      {question}
    </>
  )
}
