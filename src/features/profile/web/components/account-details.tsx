// Account details as a list of facts (PROF-05).
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface AccountDetailsProps {
  /** ISO timestamp; `undefined` while loading, `null` when unavailable. */
  createdAt: string | null | undefined
  isAdmin: boolean
}

export function AccountDetails({ createdAt, isAdmin }: AccountDetailsProps) {
  return (
    <div className="@container">
      <dl className="grid gap-x-6 gap-y-4 wrap-anywhere @min-[15rem]:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)]">
        <dt className="text-ink-3">{t('Status')}</dt>
        <dd>{t('Your account is active')}</dd>
        <dt className="text-ink-3">{t('Member since')}</dt>
        <dd>
          {createdAt === undefined ? (
            <Skeleton className="h-[1lh] w-40" />
          ) : createdAt === null ? (
            'N/A'
          ) : (
            formatDay(dayInZone(timestampToMs(createdAt), communityZone()), 'long')
          )}
        </dd>
        {isAdmin && (
          <>
            <dt className="text-ink-3">{t('Role')}</dt>
            <dd>{t('Administrator')}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
