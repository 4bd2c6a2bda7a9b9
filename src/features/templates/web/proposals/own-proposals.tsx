// A teacher's own proposals: what waits, and what became of the others (TEACH-08).
import { useRef, useState, type ReactNode } from 'react'
import { timestampLabel } from '#features/members/member-labels.ts'
import { proposalsWaitingMax } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { proposalsCalls, type OwnProposal } from '../../proposals-contract.ts'

const ProposalDialog = lazyPart(async () => (await import('./proposal-dialog.tsx')).ProposalDialog)

/** The open dialog; `opening` distinguishes consecutive openings. */
interface EditorState {
  opening: number
  proposal: OwnProposal | null
}

interface OwnProposalsProps {
  /** Of the teacher: stands as the instructor of a new one. */
  memberName: string
  /** Plays the community's bell; the screen composes it. */
  listenButton: ReactNode
  /** The page with both: the button for its head, and the list, which is nothing without a proposal. */
  children: (parts: { button: ReactNode; list: ReactNode }) => ReactNode
}

/** For members who may hold sittings. */
export function OwnProposals({ memberName, listenButton, children }: OwnProposalsProps) {
  const query = useCall(proposalsCalls.ownProposals, {}, { refetchOnFocus: true })
  const { data, refetch } = query
  const [editing, setEditing] = useState<EditorState | null>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const edit = (proposal: OwnProposal | null) => {
    setEditing((before) => ({ opening: (before?.opening ?? 0) + 1, proposal }))
    setFormOpen(true)
  }
  const isFull =
    (data?.proposals ?? []).filter(({ state }) => state === 'waiting').length >= proposalsWaitingMax
  const button = (
    <div className="grid gap-1">
      <Button
        ref={newButton}
        className="justify-self-start"
        aria-haspopup="dialog"
        disabled={isFull}
        onPointerEnter={ProposalDialog.preload}
        onFocus={ProposalDialog.preload}
        onClick={() => edit(null)}
      >
        {t('Propose a template')}
      </Button>
      {isFull && (
        <p className="text-small text-ink-2">
          {t('{count} of your proposals are already waiting for an answer.', { count: proposalsWaitingMax })}
        </p>
      )}
    </div>
  )
  const list = data?.proposals.length !== 0 && (
    <Section
      title={t('Your proposed templates')}
      lead={t('An administrator publishes a template that you propose, or tells you why not.')}
    >
      <QueryContent
        query={query}
        failed={t('Your proposals didn’t load')}
        failedText={t('Nothing is lost.')}
        stale={t('Your latest proposals didn’t load')}
        staleText={t('The previous list is shown.')}
        loading={t('Loading your proposals')}
        skeleton={<Skeleton className="h-24" />}
      >
        {({ proposals }) => (
          <ProposalList {...{ proposals, isFull }} onEdit={edit} returnFocusTo={newButton} />
        )}
      </QueryContent>
    </Section>
  )
  return (
    <>
      {children({ button, list })}
      {editing && (
        <ProposalDialog
          key={editing.opening}
          open={isFormOpen}
          proposal={editing.proposal}
          {...{ memberName, listenButton }}
          reload={async () => {
            const result = await refetch()
            return result.isError ? null : (result.data?.proposals ?? null)
          }}
          onClose={() => setFormOpen(false)}
        />
      )}
    </>
  )
}

interface ProposalListProps {
  proposals: readonly OwnProposal[]
  isFull: boolean
  onEdit: (proposal: OwnProposal) => void
  /** Gets the focus when a row is gone. */
  returnFocusTo: React.RefObject<HTMLElement | null>
}

function ProposalList({ proposals, isFull, onEdit, returnFocusTo }: ProposalListProps) {
  const [withdrawn, setWithdrawn] = useState<OwnProposal | null>(null)
  const focusAfterRemoval = useFocusAfterRemoval(
    proposals.map(({ id }) => id),
    returnFocusTo,
  )
  return (
    <>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {proposals.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            {...{ proposal, isFull }}
            onEdit={() => onEdit(proposal)}
            onWithdraw={() => setWithdrawn(proposal)}
          />
        ))}
      </ul>
      {withdrawn && (
        <WithdrawDialog
          proposal={withdrawn}
          returnFocusTo={returnFocusTo}
          onWithdrawn={() => focusAfterRemoval(withdrawn.id)}
          onClose={() => setWithdrawn(null)}
        />
      )}
    </>
  )
}

interface ProposalRowProps {
  proposal: OwnProposal
  isFull: boolean
  onEdit: () => void
  onWithdraw: () => void
}

function ProposalRow({ proposal, isFull, onEdit, onWithdraw }: ProposalRowProps) {
  const { state, sentence } = proposal
  const { title, duration } = proposal.template
  return (
    <li className="grid gap-2 py-4">
      <div className="grid min-w-0 gap-1">
        <h3 dir="auto" lang={contentLang(null)} className="font-strong wrap-anywhere">
          {title}
        </h3>
        <p className="text-small text-ink-2 tabular-nums">
          {`${stateLabel(proposal)} · ${t('{minutes} min', { minutes: duration })}`}
        </p>
      </div>
      {sentence !== null && (
        <blockquote
          dir="auto"
          className="rounded-field bg-sunken px-4 py-3 text-small wrap-anywhere whitespace-pre-wrap"
        >
          {sentence}
        </blockquote>
      )}
      {state === 'waiting' && (
        <div className="flex flex-wrap gap-3">
          <Button
            size="sm"
            aria-haspopup="dialog"
            aria-label={t('Edit “{title}”', { title })}
            onClick={onEdit}
          >
            {t('Edit')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-haspopup="dialog"
            aria-label={t('Withdraw “{title}”', { title })}
            onClick={onWithdraw}
          >
            {t('Withdraw')}
          </Button>
        </div>
      )}
      {state === 'declined' && !isFull && (
        <Button
          size="sm"
          className="justify-self-start"
          aria-haspopup="dialog"
          aria-label={t('Propose “{title}” again', { title })}
          onClick={onEdit}
        >
          {t('Propose again')}
        </Button>
      )}
    </li>
  )
}

/** 'Waiting since November 21, 2026', 'Declined on November 22, 2026'. */
function stateLabel({ state, proposedAt, decidedAt }: OwnProposal): string {
  const { day } = timestampLabel(decidedAt ?? proposedAt, displayZone())
  switch (state) {
    case 'waiting':
      return t('Waiting since {day}', { day })
    case 'published':
      return t('Published on {day}', { day })
    case 'declined':
      return t('Declined on {day}', { day })
  }
}

interface WithdrawDialogProps extends Pick<ProposalListProps, 'returnFocusTo'> {
  proposal: OwnProposal
  /** Called before the list is read again. */
  onWithdrawn: () => void
  onClose: () => void
}

function WithdrawDialog({ proposal, returnFocusTo, onWithdrawn, onClose }: WithdrawDialogProps) {
  const withdrawal = useCallMutation(proposalsCalls.withdrawProposal, {
    refetch: [proposalsCalls.ownProposals],
    onSuccess: () => {
      onWithdrawn()
      toast({ title: t('Proposal withdrawn') })
      onClose()
    },
    onError: (error) => logFailure('The proposal was not withdrawn.', error),
  })
  return (
    <ConfirmDialog
      open
      title={t('Withdraw “{title}”?', { title: proposal.template.title })}
      description={t('It is deleted, and administrators no longer see it.')}
      confirm={t('Withdraw')}
      busy={withdrawal.isPending}
      failure={
        withdrawal.error &&
        errorMessageOf(withdrawal.error, t('The proposal wasn’t withdrawn. Please try again.'))
      }
      returnFocusTo={returnFocusTo}
      onConfirm={() => {
        if (!withdrawal.isPending) withdrawal.mutate({ params: { id: String(proposal.id) } })
      }}
      onClose={onClose}
    />
  )
}
