// 'Quantum Love Points': the total and its ledger entries.
import './points-card.css'
import { useId } from 'react'
import { transactionsMaxHeightRem } from '#shared/constants.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { messages } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Transaction } from '../contract.ts'
import { formatLedgerDate, formatLedgerDescription, formatSignedPoints } from '../format-referrals.ts'
import { type ReferralData, useShowMore } from './use-referrals.ts'

/** `data` is null while loading. */
export function PointsCard({ data }: { data: Pick<ReferralData, 'points' | 'transactions'> | null }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-panel border border-line bg-surface pt-5">
      <div className="px-5 pb-3">
        <h2 id={id} className="text-small font-strong text-ink-2">
          {t('Quantum Love Points')}
        </h2>
        <div className="serif my-1.5 text-page wrap-anywhere">
          {data ? <p>{formatNumber(data.points)}</p> : <Skeleton className="my-[0.06em] h-[1em] w-20" />}
        </div>
      </div>
      <div className="border-t border-line">
        {data === null && <LedgerSkeleton />}
        {data?.transactions.length === 0 && (
          <p className="max-w-[44ch] px-5 py-5 text-pretty text-ink-2">{messages.noTransactions}</p>
        )}
        {data && data.transactions.length > 0 && <Ledger transactions={data.transactions} />}
      </div>
    </section>
  )
}

/** Placeholder for the ledger entries. */
function LedgerSkeleton() {
  return (
    <div className="grid gap-4 px-5 py-5">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} className="h-10" />
      ))}
    </div>
  )
}

function Ledger({ transactions }: { transactions: readonly Transaction[] }) {
  const { shown, hasMore, showMore, refOf } = useShowMore(transactions)
  return (
    <div
      role="group"
      aria-label={t('Transactions')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- So that the keyboard can scroll it.
      tabIndex={0}
      className="points-list overflow-y-auto rounded-panel px-5 pt-1.5"
      style={{ maxHeight: `${transactionsMaxHeightRem}rem` }}
    >
      <ul>
        {shown.map(({ id, description, createdAt, amount }, index) => (
          <li
            key={id}
            ref={refOf(index)}
            tabIndex={-1}
            className="flex flex-wrap items-baseline gap-x-4 border-line py-1.5 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_8rem]">
              <p className="text-[0.94rem] wrap-anywhere">{formatLedgerDescription(description)}</p>
              <p className="text-meta text-ink-3 tabular-nums">
                {formatLedgerDate(createdAt, communityZone())}
              </p>
            </div>
            <p className="ms-auto font-strong tabular-nums">{formatSignedPoints(amount)}</p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" className="mb-2" onClick={showMore}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}
