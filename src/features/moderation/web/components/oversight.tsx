// Oversight for administrators: bans by garden angels until they are seen, the figures, and the undo of a moderator's
// last day (MOD-18).
import { Link } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { formatNumber, formatPercent } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatList } from '#web/ui/stat-list.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { oversightCalls, type Case } from '../../cases-contract.ts'
import { caseMemberName, decisionLabel, lengthLabel, momentLabel } from '../case-labels.ts'
import { UndoAllDialog } from './undo-all-dialog.tsx'

type OversightData = ResponseOf<typeof oversightCalls.oversight>
type Moderator = OversightData['moderators'][number]

/** Reloads on every opening. */
export function Oversight() {
  const query = useCall(oversightCalls.oversight, {}, { uncached: true, refetchOnFocus: true })
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <Section title={t('Moderation')} lead={t('Of the last 30 days.')}>
      <div ref={container} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
        <QueryContent
          query={query}
          failed={t('Moderation didn’t load')}
          failedText={t('Nothing is lost.')}
          loading={t('Loading moderation')}
          skeleton={<Skeleton className="h-33" />}
        >
          {(data) => (
            <>
              {data.unseenBans.length > 0 && <UnseenBans bans={data.unseenBans} />}
              <Figures {...data} />
              {data.moderators.length > 0 && <Moderators moderators={data.moderators} />}
            </>
          )}
        </QueryContent>
      </div>
    </Section>
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

function Figures({ openCases, oldestAt, medianMinutes, undoneShare }: OversightData) {
  const sinceMs = oldestAt === null ? null : timestampToMs(oldestAt)
  const nowMs = useServerNow(
    useCallback((now) => (sinceMs === null ? null : minuteMs - ((now - sinceMs) % minuteMs)), [sinceMs]),
  )
  return (
    <StatList
      stats={[
        { title: t('Open cases'), value: formatNumber(openCases), unit: t('wait for a decision') },
        {
          title: t('Oldest open case'),
          value: sinceMs === null ? '–' : spanLabel((nowMs - sinceMs) / minuteMs),
          unit: t('since its first report'),
        },
        {
          title: t('Time to the decision'),
          value: medianMinutes === null ? '–' : spanLabel(medianMinutes),
          unit: t('median, from the first report'),
        },
        {
          title: t('Undone decisions'),
          value: undoneShare === null ? '–' : formatPercent(undoneShare),
          unit: t('of all'),
        },
      ]}
    />
  )
}

const spanLabel = (minutes: number) => lengthLabel(Math.max(0, Math.round(minutes)))

function Moderators({ moderators }: { moderators: readonly Moderator[] }) {
  const [chosen, setChosen] = useState<Moderator | null>(null)
  const button = useRef<HTMLButtonElement | null>(null)
  return (
    <>
      <ul
        aria-label={t('Decisions by moderator')}
        className="divide-y divide-line rounded-panel border border-line bg-surface px-5"
      >
        {moderators.map((each) => (
          <li
            key={each.moderator.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2"
          >
            <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
              <p translate="no" dir="auto" className="font-strong">
                {each.moderator.name}
              </p>
              <p className="text-small text-ink-2">
                {t('{decided, plural, one {# decision} other {# decisions}}, {undone, number} undone', {
                  decided: each.decided,
                  undone: each.undone,
                })}
              </p>
            </div>
            <Button
              variant="subtle"
              className="-ms-4.5 text-start md:ms-0 md:-me-4.5"
              onClick={({ currentTarget }) => {
                button.current = currentTarget
                setChosen(each)
              }}
            >
              {t('Undo the last 24 hours of {name}…', { name: each.moderator.name })}
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <UndoAllDialog moderator={chosen.moderator} onClose={() => setChosen(null)} returnFocusTo={button} />
      )}
    </>
  )
}
