// What waits for administrators: the open cases, and bans by garden angels until they are seen (MOD-18, MOD-23).
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { minuteMs } from '#shared/durations.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { oversightCalls, type Case } from '../../cases-contract.ts'
import { caseMemberName, decisionLabel, lengthLabel, momentLabel } from '../case-labels.ts'
import { useOversight } from '../hooks/use-cases.ts'
import { useWaitedMs } from '../hooks/use-waited-ms.ts'

type WaitingData = Pick<ResponseOf<typeof oversightCalls.oversight>, 'openCases' | 'oldestAt' | 'unseenBans'>

export function WaitingCases() {
  const query = useOversight()
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <div ref={container} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <QueryContent
        query={query}
        failed={t('What is waiting didn’t load')}
        failedText={t('Nothing is lost.')}
        loading={t('Loading what is waiting')}
        skeleton={<Skeleton className="h-[1lh] w-40" />}
      >
        {(data) => <Waiting {...data} />}
      </QueryContent>
    </div>
  )
}

function Waiting({ openCases, oldestAt, unseenBans }: WaitingData) {
  return (
    <>
      {openCases > 0 && oldestAt !== null && <OpenCases count={openCases} oldestAt={oldestAt} />}
      {unseenBans.length > 0 && <UnseenBans bans={unseenBans} />}
      {openCases + unseenBans.length === 0 && (
        <p className="text-ink-2">{t('No case is waiting for a decision.')}</p>
      )}
    </>
  )
}

function OpenCases({ count, oldestAt }: { count: number; oldestAt: string }) {
  const minutes = Math.round(useWaitedMs(oldestAt) / minuteMs)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-line-strong bg-surface px-5 py-4">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-strong">
          {t(
            '{count, plural, one {# case is waiting for a decision} other {# cases are waiting for a decision}}',
            {
              count,
            },
          )}
        </p>
        {minutes > 0 && (
          <p className="text-small text-ink-2">
            {t('Longest wait: {length}', { length: lengthLabel(minutes) })}
          </p>
        )}
      </div>
      <Link to="/moderation" className={buttonVariants()}>
        {t('Look at the cases')}
      </Link>
    </div>
  )
}

function UnseenBans({ bans }: { bans: readonly Case[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const removed = useFocusAfterRemoval(
    bans.map(({ id }) => id),
    heading,
  )
  return (
    <div className="grid grid-cols-1 gap-3 rounded-panel border border-line-strong bg-surface p-5">
      <h3 ref={heading} tabIndex={-1} className="font-strong outline-none">
        {t(
          '{count, plural, one {A ban that no administrator has seen} other {# bans that no administrator has seen}}',
          {
            count: bans.length,
          },
        )}
      </h3>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {bans.map((ban) => (
          <UnseenBan key={ban.id} ban={ban} onSee={() => removed(ban.id)} />
        ))}
      </ul>
    </div>
  )
}

function UnseenBan({ ban, onSee }: { ban: Case; onSee: () => void }) {
  const { id, decision } = ban
  const name = caseMemberName(ban)
  const see = useCallMutation(oversightCalls.seeBan, { refetch: [oversightCalls.oversight] })
  if (decision === null) return null
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-0.5 wrap-anywhere">
        <p>
          <Link to="/moderation" hash={String(id)} className="font-strong">
            {name}
          </Link>
        </p>
        <p className="text-small text-ink-2">
          {t('{decision} by {moderator}, {when}', {
            decision: decisionLabel(decision),
            moderator: decision.by?.name ?? t('Former member'),
            when: momentLabel(decision.decidedAt),
          })}
        </p>
        {decision.reason !== null && (
          <p dir="auto" className="text-small text-ink-2">
            {decision.reason}
          </p>
        )}
        {see.isError && (
          <FormError>{objectionOf(see.error, t('That didn’t work. Please try again.'))}</FormError>
        )}
      </div>
      <Button
        aria-label={t('Seen: {name}', { name })}
        busy={see.isPending}
        onClick={() => {
          if (see.isPending) return
          onSee()
          see.mutate({ params: { id: String(id) }, body: { isSeen: true } })
        }}
      >
        {t('Seen')}
      </Button>
    </li>
  )
}
