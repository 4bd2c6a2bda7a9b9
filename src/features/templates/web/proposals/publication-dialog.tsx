// The dialog in which an administrator changes a proposal and publishes it (TEACH-08).
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { WaitingProposal } from '../../proposals-contract.ts'
import { TemplateFormDialog } from '../components/template-dialog.tsx'
import { usePublicationForm, type ReloadProposals } from './use-proposal-form.ts'

interface PublicationDialogProps {
  open: boolean
  /** Give each opening its own `key`. */
  proposal: WaitingProposal
  reload: ReloadProposals<WaitingProposal>
  listenButton: ReactNode
  /** Called before the list is read again. */
  onAnswered: () => void
  onClose: () => void
}

export function PublicationDialog({
  open,
  proposal,
  reload,
  listenButton,
  onAnswered,
  onClose,
}: PublicationDialogProps) {
  const editing = usePublicationForm({
    proposal,
    reload,
    onSaved: () => {
      onAnswered()
      onClose()
    },
  })
  return (
    <TemplateFormDialog
      {...{ open, editing, listenButton, onClose }}
      title={t('Publish a template')}
      description={t('Proposed by {name}. It is published as you leave it here.', {
        name: proposal.teacher.name,
      })}
      action={t('Publish')}
    />
  )
}
