// The Dashboard tab: the next sitting, what waits, how many sat, totals, recent activity (TOT-07, TOT-10, TOT-11).
import { Link } from '@tanstack/react-router'
import { ActivityList } from '#features/activity/web/activity-list.tsx'
import { FreedSittingsBanner } from '#features/hosts/web/freed-sittings-banner.tsx'
import { WaitingMailsBanner } from '#features/mailings/web/waiting-mails-banner.tsx'
import { totalsCalls } from '#features/members/contract.ts'
import { Oversight } from '#features/moderation/web/components/oversight.tsx'
import { WaitingCases } from '#features/moderation/web/components/waiting-cases.tsx'
import { ReferralFlags } from '#features/referrals/web/referral-flags.tsx'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { countUpcoming } from '#features/schedules/rules.ts'
import { sittingUnderWay } from '#features/sittings/current-sitting.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useSittingsAround, useTimelineNow } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { difficultyLabels, templateStatsOf, type TemplateStats } from '#features/templates/rules.ts'
import { useTemplates } from '#features/templates/web/hooks/use-templates.ts'
import { RecentTurnouts } from '#features/turnout/web/recent-turnouts.tsx'
import { addDays } from '#shared/day.ts'
import { formatNumber, formatPercent } from '#shared/i18n/format-number.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { wholePercents } from '#shared/whole-percents.ts'
import { BarList } from '#web/ui/bar.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatList, type Stat } from '#web/ui/stat-list.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { NextSitting } from './next-sitting.tsx'
import { userLink } from './user-link.tsx'

const recentActivityLimit = 8

/** Refetches whenever it opens; a failed read doesn't affect the others. */
export function DashboardTab() {
  const templates = useTemplates()
  const today = useToday()
  // Yesterday's last one may go on, or its bell come, after midnight.
  const from = addDays(today, -1)
  const schedules = useCall(schedulesCalls.schedules, { query: { from } }, { refetchOnFocus: true })
  const totals = useCall(totalsCalls.totals, {}, { uncached: true })
  const templateStats = templates.list && templateStatsOf(templates.list)
  const haveSchedulesFailed = useReadFailure(schedules)
  const haveTotalsFailed = useReadFailure(totals)
  const isFailed = templates.isFailed || haveSchedulesFailed || haveTotalsFailed
  const retryFailed = () => {
    if (templates.isFailed) void templates.reload()
    for (const read of [schedules, totals]) if (read.isError) void read.refetch()
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      {!haveSchedulesFailed && <NextSitting schedules={schedules.data} today={today} />}
      <Section title={t('Waiting for you')}>
        <WaitingCases />
        <FreedSittingsBanner
          link={
            <Link to="/admin" hash="schedules" activeOptions={{ includeHash: true }} className="underline">
              {t('Look at the schedules')}
            </Link>
          }
        />
        <WaitingMailsBanner />
      </Section>
      <Section title={t('How many sat')}>
        <HowManySat today={today} />
      </Section>
      <div tabIndex={-1} role="group" aria-label={t('Statistics')} className="grid gap-5 outline-none">
        {isFailed && (
          <ErrorPanel
            title={t('Some of the numbers didn’t load')}
            busy={templates.isLoading || schedules.isFetching || totals.isFetching}
            onRetry={retryFailed}
          >
            {t('The rest is shown below.')}
          </ErrorPanel>
        )}
        <StatList
          stats={[
            createStat(
              t('Total Templates'),
              t('ready to schedule'),
              templates.isFailed,
              templateStats?.count,
            ),
            createStat(
              t('Active Schedules'),
              t('today and upcoming'),
              haveSchedulesFailed,
              schedules.data && countUpcoming(schedules.data, today),
            ),
            createStat(
              t('Average Duration'),
              t('minutes per template'),
              templates.isFailed,
              templateStats?.averageMinutes,
            ),
            createStat(t('Total Users'), t('members'), haveTotalsFailed, totals.data?.totalUsers),
          ]}
        />
      </div>
      <Section title={t('Recent activity')}>
        <ActivityList limit={recentActivityLimit} userLink={userLink} />
      </Section>
      <Oversight />
      <ReferralFlags />
      <Section title={t('Difficulty distribution')}>
        <Difficulties templateStats={templateStats} isFailed={templates.isFailed} />
      </Section>
    </div>
  )
}

const noSittings: readonly Sitting[] = []

/** Reads again once a sitting that is on is over. */
function HowManySat({ today }: { today: string }) {
  const around = useSittingsAround(true, { refetchOnFocus: true }).data ?? noSittings
  const isOn = sittingUnderWay(around, useTimelineNow(around)) !== null
  return <RecentTurnouts key={String(isOn)} today={today} isOn={isOn} />
}

/** An undefined value is loading, unless its read failed; null means that there is none. */
function createStat(title: string, unit: string, isFailed: boolean, value?: number | null): Stat {
  if (value === undefined) return { title, unit, value: isFailed ? '–' : null }
  return { title, unit, value: value === null ? '–' : formatNumber(value) }
}

function Difficulties({
  templateStats,
  isFailed,
}: {
  templateStats: TemplateStats | null
  isFailed: boolean
}) {
  if (!templateStats) {
    return isFailed ? (
      <p className="text-ink-3">{t('The templates didn’t load.')}</p>
    ) : (
      <Skeleton className="h-42" />
    )
  }
  if (templateStats.count === 0) return <p className="text-ink-3">{t('There are no templates yet.')}</p>
  const percents = wholePercents(templateStats.byDifficulty.map(({ count }) => count))
  return (
    <BarList
      label={t('Templates by difficulty')}
      items={templateStats.byDifficulty.map(({ difficulty, count }, index) => ({
        key: difficulty,
        label: translate(difficultyLabels[difficulty]),
        value: `${formatNumber(count)} · ${formatPercent((percents[index] ?? 0) / 100)}`,
        share: count / templateStats.count,
      }))}
    />
  )
}
