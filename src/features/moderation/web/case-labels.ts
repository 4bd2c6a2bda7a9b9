// Labels of cases: reasons of reports, actions, lengths and times.
import { timestampLabel } from '#features/members/member-labels.ts'
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import type { Case, Decision, DecisionAction } from '../cases-contract.ts'
import type { ReportReason } from '../member-contract.ts'

export const reportReasonLabels: Record<ReportReason, string> = {
  unkind: t('Unkind'),
  harassment: t('Harassment'),
  selling: t('Spam or selling'),
  worrying: t('Worrying about this person'),
  other: t('Something else'),
}

/** '10 minutes', '1 hour', '24 hours', '7 days' */
export function lengthLabel(minutes: number): string {
  if (minutes < 60) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  const hours = Math.round(minutes / 60)
  if (hours <= 24) return t('{count, plural, one {# hour} other {# hours}}', { count: hours })
  return t('{count, plural, one {# day} other {# days}}', { count: Math.round(hours / 24) })
}

export const actionLabels: Record<DecisionAction, string> = {
  support: t('Offer support'),
  none: t('Nothing to do'),
  remove: t('Remove the message'),
  remind: t('Remind'),
  mute: t('Mute'),
  ban: t('Ban'),
}

/** What a button does: 'Mute for 1 hour'. */
export function actionLabel(action: DecisionAction, minutes: number | null): string {
  if (action === 'mute' && minutes !== null) return t('Mute for {length}', { length: lengthLabel(minutes) })
  if (action === 'ban')
    return minutes === null ? t('Ban for good') : t('Ban for {length}', { length: lengthLabel(minutes) })
  return actionLabels[action]
}

/** What was decided: 'Muted for 1 hour'. */
export function decisionLabel({ action, minutes }: Pick<Decision, 'action' | 'minutes'>): string {
  switch (action) {
    case 'support':
      return t('Support offered')
    case 'none':
      return t('Nothing to do')
    case 'remove':
      return t('Message removed')
    case 'remind':
      return t('Reminded')
    case 'mute':
      return t('Muted for {length}', { length: lengthLabel(minutes ?? 0) })
    case 'ban':
      return minutes === null
        ? t('Banned for good')
        : t('Banned for {length}', { length: lengthLabel(minutes) })
  }
}

/** 'waiting for 12 minutes' */
export function waitingLabel(waitedMs: number): string {
  if (waitedMs < minuteMs) return t('just came in')
  return t('waiting for {length}', { length: lengthLabel(Math.floor(waitedMs / minuteMs)) })
}

/** The reasons of a case's reports, the most frequent first: 'Unkind · Harassment'. */
export function reasonsLabel(reports: Case['reports']): string {
  return reasonsOf(reports)
    .map((reason) => reportReasonLabels[reason])
    .join(' · ')
}

/** Whether a report says that someone worries about the member. */
export function isWorrying({ reports }: Pick<Case, 'reports'>): boolean {
  return reports.some(({ reason }) => reason === 'worrying')
}

/** Each once, the most frequent first. */
export function reasonsOf(reports: Case['reports']): ReportReason[] {
  const counts = new Map<ReportReason, number>()
  for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([reason]) => reason)
}

export function reportsLabel(count: number): string {
  return t('{count, plural, one {# report} other {# reports}}', { count })
}

/** A moment by the reader's clock: 'Nov 21, 2026, 6:02 AM'; on the day of `origin` '6:02 AM'. */
export function momentLabel(timestamp: string, origin: string | null = null): string {
  const { day, time } = timestampLabel(timestamp, displayZone())
  if (origin !== null && timestampLabel(origin, displayZone()).day === day) return time
  return t('{day}, {time}', { day, time })
}

export function caseMemberName({ member }: Pick<Case, 'member'>): string {
  return member?.name ?? t('Former member')
}
