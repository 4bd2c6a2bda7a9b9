// Edit Referrer dialog: credits a member's referral to another member (USR-20, USR-21, USR-22).
import { clsx } from 'clsx'
import { useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { referrerMatchesMax } from '#shared/constants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useCallMutation, usePagedCall, useReadFailure } from '#web/use-call.ts'
import { membersCalls, type Member } from '../../contract.ts'
import { referrerLabel, filterReferrerMatches } from '../../member-labels.ts'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { searchOf, useDebouncedValue } from '../hooks/use-members.ts'
import { MemberIdentity } from './member-facts.tsx'
import { MemberFormDialog } from './member-form-dialog.tsx'

interface AttributionInput {
  referreeId: number
  referrerId: number
  referralCode: string
}

/** The call that credits a referral; the referrals feature declares it. */
type AttributionCall = Endpoint<
  string,
  'community.administer',
  undefined,
  undefined,
  z.core.$ZodType<unknown, AttributionInput>
>

interface ReferrerDialogProps extends MemberDialogProps {
  member: Member
  attributionCall: AttributionCall
}

export function ReferrerDialog({ member, attributionCall, onClose, ...frame }: ReferrerDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const typed = searchOf(text)
  const search = useDebouncedValue(typed)
  const [chosen, setChosen] = useState<Member | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { attribute, isSaving } = useReferrerUpdate(attributionCall, {
    member,
    onFailure: setFailure,
    onDone: onClose,
  })
  const type = (next: string) => {
    setText(next)
    setChosen(null)
    setFailure(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (chosen === null) setFailure(t('Please search for the referrer and choose one.'))
    else if (chosen.referralCode === null)
      setFailure(t('{name} has no referral code yet.', { name: chosen.name }))
    else attribute({ referrerId: chosen.id, referralCode: chosen.referralCode })
  }
  return (
    <MemberFormDialog
      {...frame}
      onClose={onClose}
      firstField={field}
      isChanged={chosen !== null}
      isSaving={isSaving}
      failure={failure}
      title={t('Edit Referrer')}
      description={descriptionFor(member.name, referrerLabel(member))}
      submitLabel={t('Update referrer')}
      onSubmit={save}
    >
      <SearchField field={field} label={t('Search by name or email')} text={text} onChange={type} />
      {search !== '' && (
        <ReferrerMatches
          search={search}
          isStale={typed !== search}
          memberId={member.id}
          chosenId={chosen?.id ?? null}
          onChoose={(match) => {
            setChosen(match)
            setFailure(null)
          }}
        />
      )}
    </MemberFormDialog>
  )
}

interface ReferrerUpdateOptions {
  member: Member
  onFailure: (message: string | null) => void
  onDone: () => void
}

function useReferrerUpdate(call: AttributionCall, { member, onFailure, onDone }: ReferrerUpdateOptions) {
  const { mutate, isPending } = useCallMutation(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: adminMessages.referrerUpdated })
      onDone()
    },
    onError: (error) => {
      const message = errorMessageOf(error, adminMessages.updateReferrerFailed)
      showAdminErrorToast(message)
      onFailure(message)
    },
  })
  return {
    isSaving: isPending,
    attribute: (referrer: { referrerId: number; referralCode: string }) => {
      onFailure(null)
      mutate({ body: { referreeId: member.id, ...referrer } })
    },
  }
}

interface ReferrerMatchesProps {
  /** Never empty. */
  search: string
  /** The search text has changed since; new results follow shortly. */
  isStale: boolean
  /** The id of the member whose referrer is edited. */
  memberId: number
  chosenId: number | null
  onChoose: (match: Member) => void
}

/** Search results to choose a referrer from. */
function ReferrerMatches({
  search,
  isStale: isSearchStale,
  memberId,
  chosenId,
  onChoose,
}: ReferrerMatchesProps) {
  // One more than shown, because the edited member may be among the matches.
  const limit = String(referrerMatchesMax + 1)
  const query = usePagedCall(membersCalls.members, { query: { search, page: '1', limit } })
  const isFailed = useReadFailure(query)
  const { data, isFetching, isPlaceholderData, refetch } = query
  if (isFailed) {
    return (
      <ErrorPanel busy={isFetching} onRetry={() => void refetch()}>
        {t('The search failed.')}
      </ErrorPanel>
    )
  }
  // Stale results can't be chosen: a row could be replaced under the pointer.
  const areStale = isSearchStale || isPlaceholderData
  const matches = data && filterReferrerMatches(data.rows, memberId)
  return (
    <>
      <p role="status" className={clsx('text-ink-2', matches?.length !== 0 && 'sr-only')}>
        {matches ? matchCountLabel(matches.length) : t('Searching')}
      </p>
      {!matches && <SkeletonText lines={2} />}
      {matches && matches.length > 0 && (
        <fieldset
          disabled={areStale}
          className={clsx('grid gap-2 transition-opacity', areStale && 'opacity-55')}
        >
          <legend className="sr-only">{t('Referrer')}</legend>
          {matches.map((match) => (
            <label
              key={match.id}
              className="relative flex min-h-11 items-center justify-between gap-4 rounded-panel border border-line px-4 py-3 transition-colors has-checked:border-ink-3 has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="referrer"
                className="sr-only"
                checked={match.id === chosenId}
                onChange={() => onChoose(match)}
              />
              <MemberIdentity member={match} />
              <span className="flex-none text-small text-ink-3">{match.referralCode ?? t('No code')}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

function matchCountLabel(count: number): string {
  if (count === 0) return adminMessages.noUsers
  return t('{count, plural, one {# match} other {# matches}}', { count })
}

function descriptionFor(name: string, referrer: string | null): string {
  return referrer === null
    ? t('{name} was referred by nobody. Points are credited right away; a previous referrer loses theirs.', {
        name,
      })
    : t(
        '{name} was referred by {referrer}. Points are credited right away; a previous referrer loses theirs.',
        { name, referrer },
      )
}
