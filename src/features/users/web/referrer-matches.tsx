// Search results to choose a referrer from.
import { clsx } from 'clsx'
import { referrerMatchesMax } from '#shared/constants.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { usePagedCall, useSettledError } from '#web/use-call.ts'
import { membersCalls, type Member } from '../contract.ts'
import { filterReferrerMatches } from '../member-labels.ts'
import { MemberIdentity } from './member-facts.tsx'

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

export function ReferrerMatches({
  search,
  isStale: isSearchStale,
  memberId,
  chosenId,
  onChoose,
}: ReferrerMatchesProps) {
  // One more than shown, because the edited member may be among the matches.
  const limit = String(referrerMatchesMax + 1)
  const query = usePagedCall(membersCalls.members, { query: { search, page: '1', limit } })
  const isFailed = useSettledError(query)
  const { data, isFetching, isPlaceholderData, refetch } = query
  if (isFailed) {
    return (
      <ErrorPanel busy={isFetching} onRetry={() => void refetch()}>
        The search failed.
      </ErrorPanel>
    )
  }
  // Stale results can't be chosen: a row could be replaced under the pointer.
  const areStale = isSearchStale || isPlaceholderData
  const matches = data && filterReferrerMatches(data.rows, memberId)
  return (
    <>
      <p role="status" className={clsx('text-ink-2', matches?.length !== 0 && 'sr-only')}>
        {matches ? matchCountLabel(matches.length) : 'Searching'}
      </p>
      {!matches && <SkeletonText lines={2} />}
      {matches && matches.length > 0 && (
        <fieldset
          disabled={areStale}
          className={clsx('grid gap-2 transition-opacity', areStale && 'opacity-55')}
        >
          <legend className="sr-only">Referrer</legend>
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
              <span className="flex-none text-small text-ink-3">{match.referralCode ?? 'No code'}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

function matchCountLabel(count: number): string {
  if (count === 0) return adminMessages.noUsers
  return count === 1 ? '1 match' : `${count} matches`
}
