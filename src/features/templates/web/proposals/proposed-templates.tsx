// What teachers propose, for administrators: read it, publish it, or decline it with a sentence (TEACH-08).
import { useId, useRef, useState, type ReactNode } from 'react'
import { timestampLabel } from '#features/members/member-labels.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { objectionOf } from '#web/error-message.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useCall, useCallMutation, useReadFailure } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { templatesCalls } from '../../contract.ts'
import { proposalReviewCalls, type WaitingProposal } from '../../proposals-contract.ts'
import { TemplateCardFrame } from '../components/template-card.tsx'
import { ProposedContent } from './proposed-content.tsx'

const PublicationDialog = lazyPart(async () => (await import('./publication-dialog.tsx')).PublicationDialog)
const DeclineDialog = lazyPart(async () => (await import('./decline-dialog.tsx')).DeclineDialog)

interface ProposedTemplatesProps {
  /** Plays the community's bell; the screen composes it. */
  listenButton: ReactNode
}

/** The open dialog; `opening` distinguishes consecutive openings. */
interface AnswerState {
  opening: number
  kind: 'publish' | 'decline'
  proposal: WaitingProposal
}

/** Nothing while no proposal waits. */
export function ProposedTemplates({ listenButton }: ProposedTemplatesProps) {
  const heading = useId()
  const container = useRef<HTMLDivElement>(null)
  const query = useCall(proposalReviewCalls.waitingProposals, {}, { refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const proposals = data?.proposals ?? []
  const [answer, setAnswer] = useState<AnswerState | null>(null)
  const [isOpen, setOpen] = useState(false)
  const focusAfterAnswer = useFocusAfterRemoval(
    proposals.map(({ id }) => id),
    container,
  )
  const openAnswer = (kind: AnswerState['kind'], proposal: WaitingProposal) => {
    setAnswer((before) => ({ opening: (before?.opening ?? 0) + 1, kind, proposal }))
    setOpen(true)
  }
  const reload = async () => {
    const result = await refetch()
    return result.isError ? null : (result.data?.proposals ?? null)
  }
  const dialog = answer && {
    open: isOpen,
    // As it is now: a refused answer reads the list again.
    proposal: proposals.find(({ id }) => id === answer.proposal.id) ?? answer.proposal,
    onAnswered: () => focusAfterAnswer(answer.proposal.id),
    onClose: () => setOpen(false),
  }
  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label={t('Proposed templates')}
      className="outline-none"
    >
      {isFailed && (
        <div className="mb-6">
          <ErrorPanel
            title={t('The proposed templates didn’t load')}
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            {t('Nothing is lost.')}
          </ErrorPanel>
        </div>
      )}
      {proposals.length > 0 && (
        <section aria-labelledby={heading} className="mb-8 grid gap-4 border-b border-line pb-8">
          <div className="grid gap-1">
            <h2 id={heading} className="serif text-section">
              {t('Proposed ({count, number})', { count: proposals.length })}
            </h2>
            <p className="text-small text-ink-3">
              {t(
                'Only administrators see these, and they can’t be scheduled until one of you publishes them.',
              )}
            </p>
          </div>
          <ul className="template-cards">
            {proposals.map((proposal) => (
              <li key={proposal.id} className="grid min-w-0">
                <ProposedCard
                  proposal={proposal}
                  onAnswer={(kind) => openAnswer(kind, proposal)}
                  onPublished={() => focusAfterAnswer(proposal.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {dialog && answer.kind === 'publish' && (
        <PublicationDialog key={answer.opening} {...dialog} {...{ listenButton, reload }} />
      )}
      {dialog && answer.kind === 'decline' && (
        <DeclineDialog key={answer.opening} {...dialog} returnFocusTo={container} />
      )}
    </div>
  )
}

interface ProposedCardProps {
  proposal: WaitingProposal
  onAnswer: (kind: AnswerState['kind']) => void
  /** Called before the list is read again. */
  onPublished: () => void
}

function ProposedCard({ proposal, onAnswer, onPublished }: ProposedCardProps) {
  const { template, teacher } = proposal
  const { title } = template
  const publication = usePublication(proposal, onPublished)
  return (
    <TemplateCardFrame template={template}>
      <div className="grid gap-3 border-t border-line px-5 py-4">
        <div className="grid gap-0.5 text-small text-ink-2">
          <p className="wrap-anywhere">{proposedBy(proposal)}</p>
          {!teacher.mayHold && <p className="text-ink-3">{t('May no longer hold sittings')}</p>}
        </div>
        <ProposedContent template={template} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-label={t('Publish “{title}”', { title })}
            busy={publication.isPending}
            onClick={publication.start}
          >
            {t('Publish')}
          </Button>
          <Button
            size="sm"
            aria-haspopup="dialog"
            aria-label={t('Edit and publish “{title}”', { title })}
            onPointerEnter={PublicationDialog.preload}
            onFocus={PublicationDialog.preload}
            onClick={() => onAnswer('publish')}
          >
            {t('Edit first')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-haspopup="dialog"
            aria-label={t('Decline “{title}”', { title })}
            onPointerEnter={DeclineDialog.preload}
            onFocus={DeclineDialog.preload}
            onClick={() => onAnswer('decline')}
          >
            {t('Decline')}
          </Button>
        </div>
      </div>
    </TemplateCardFrame>
  )
}

/** As proposed, over the version that the administrator has read. */
function usePublication({ id, version }: WaitingProposal, onPublished: () => void) {
  const notPublished = t('The proposal wasn’t published. Please try again.')
  const publication = useCallMutation(proposalReviewCalls.publishProposal, {
    // The path of the proposals continues that of the templates: both are read again.
    refetch: [templatesCalls.templates],
    keyPerInput: true,
    onSuccess: () => {
      onPublished()
      toast({ title: t('Template published') })
    },
    onError: (error) => {
      logFailure('The proposal was not published.', error)
      showAdminErrorToast(objectionOf(error, notPublished))
    },
  })
  return {
    isPending: publication.isPending,
    start: () => publication.mutate({ params: { id: String(id) }, body: { version } }),
  }
}

/** 'Proposed by Ana Host on November 21, 2026'. */
function proposedBy({ teacher, proposedAt }: WaitingProposal): string {
  const { day } = timestampLabel(proposedAt, displayZone())
  return t('Proposed by {name} on {day}', { name: teacher.name, day })
}
