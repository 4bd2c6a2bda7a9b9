// The dialog in which a teacher proposes a template, or changes a proposal that waits (TEACH-08).
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { OwnProposal } from '../../proposals-contract.ts'
import { TemplateFormDialog } from '../components/template-dialog.tsx'
import { useOwnProposalForm, type ReloadProposals } from './use-proposal-form.ts'

interface ProposalDialogProps {
  open: boolean
  /** Null for a blank one. Give each opening its own `key`. */
  proposal: OwnProposal | null
  memberName: string
  reload: ReloadProposals<OwnProposal>
  listenButton: ReactNode
  onClose: () => void
}

export function ProposalDialog({
  open,
  proposal,
  memberName,
  reload,
  listenButton,
  onClose,
}: ProposalDialogProps) {
  const isChange = proposal?.state === 'waiting'
  return (
    <TemplateFormDialog
      {...{ open, listenButton, onClose }}
      editing={useOwnProposalForm({ proposal, memberName, reload, onSaved: onClose })}
      title={isChange ? t('Edit the proposal') : t('Propose a template')}
      description={t('Only administrators see it until one of them publishes it.')}
      action={isChange ? t('Save proposal') : t('Propose')}
      isProposal
    />
  )
}
