// Forms with the fields of a proposal: a teacher's own, and an administrator's before it is published.
import type { Issue } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { validationIssuesOf } from '#web/error-message.ts'
import type { SentForm } from '#web/forms/use-sent-form.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { templatesCalls } from '../../contract.ts'
import {
  proposalReviewCalls,
  proposalsCalls,
  type OwnProposal,
  type WaitingProposal,
} from '../../proposals-contract.ts'
import { templateFormValues, type TemplateValues } from '../data/template-values.ts'
import { useTemplateFields, type EditedTemplate } from '../hooks/use-template-form.ts'

type Proposal = Pick<OwnProposal, 'id' | 'template' | 'version'>

/** Reads a list again; null when that failed. */
export type ReloadProposals<Found extends Proposal> = () => Promise<readonly Found[] | null>

interface OwnFormOptions {
  /** One that waits is changed; of a declined one a new one is made; null for a blank one. */
  proposal: OwnProposal | null
  /** Stands as the instructor of a blank one. */
  memberName: string
  reload: ReloadProposals<OwnProposal>
  onSaved: () => void
}

export function useOwnProposalForm({
  proposal,
  memberName,
  reload,
  onSaved,
}: OwnFormOptions): EditedTemplate {
  const lists = { refetch: [proposalsCalls.ownProposals] }
  const { mutateAsync: propose } = useCallMutation(proposalsCalls.propose, lists)
  const { mutateAsync: change } = useCallMutation(proposalsCalls.changeProposal, lists)
  const changed = proposal?.state === 'waiting' ? proposal : null
  const values = templateFormValues(proposal?.template ?? null)
  const sent = useTemplateFields({
    values: proposal ? values : { ...values, instructor: memberName },
    version: changed?.version ?? null,
    draftName: `proposal:${proposal?.id ?? 'new'}`,
    send: async (template, version) => {
      if (changed)
        await change({
          params: { id: String(changed.id) },
          body: { template, version: version ?? changed.version },
        })
      else await propose({ body: { template } })
      toast({ title: changed ? t('Proposal saved') : t('Template proposed') })
      onSaved()
    },
    notSaved: t('The proposal wasn’t saved. Please try again.'),
    issuesOf: issuesOfTemplate,
  })
  return { ...sent, loadCurrent: () => loadCurrent(sent, changed, reload) }
}

interface PublicationOptions {
  proposal: WaitingProposal
  reload: ReloadProposals<WaitingProposal>
  onSaved: () => void
}

export function usePublicationForm({ proposal, reload, onSaved }: PublicationOptions): EditedTemplate {
  const { mutateAsync: publish } = useCallMutation(proposalReviewCalls.publishProposal, {
    refetch: [templatesCalls.templates],
  })
  const sent = useTemplateFields({
    values: templateFormValues(proposal.template),
    version: proposal.version,
    draftName: `publication:${proposal.id}`,
    send: async (template, version) => {
      await publish({
        params: { id: String(proposal.id) },
        body: { version: version ?? proposal.version, template },
      })
      toast({ title: t('Template published') })
      onSaved()
    },
    notSaved: t('The proposal wasn’t published. Please try again.'),
    issuesOf: issuesOfTemplate,
  })
  return { ...sent, loadCurrent: () => loadCurrent(sent, proposal, reload) }
}

/** What the server objects to, by the fields of the form. */
function issuesOfTemplate(error: unknown): readonly Issue[] {
  return validationIssuesOf(error).map((issue) => ({ ...issue, path: issue.path.replace(/^template\./, '') }))
}

async function loadCurrent<Found extends Proposal>(
  sent: SentForm<TemplateValues>,
  edited: Found | null,
  reload: ReloadProposals<Found>,
): Promise<void> {
  const proposals = await reload()
  const current = proposals?.find(({ id }) => id === edited?.id)
  if (current) sent.load({ values: templateFormValues(current.template), version: current.version })
  else
    sent.setFailure({
      message: proposals
        ? t('This proposal no longer exists.')
        : t('The current version didn’t load. Please try again.'),
      isStale: proposals === null,
    })
}
