// Member labels: texts, figures and page numbers of the administrators' member list.
import { isSameEmail } from '#features/auth/rules.ts'
import { referrerMatchesMax, membersPageSize } from '#shared/constants.ts'
import { dayInZone, formatDay, formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { normalizeDisplayName } from '#shared/display-name.ts'
import { t, message, translate, type Message } from '#shared/i18n/t.ts'
import type { Member, MemberRole, MemberSort } from './contract.ts'

export const roleNames = {
  admin: message('Admin'),
  'garden-angel': message('Garden Angel'),
  user: message('User'),
} as const satisfies Record<MemberRole, Message>

/** The mark of a member who may take and hold sittings, besides what their role gives (TEACH-01). */
export const mayHostName = message('May hold sittings')

/** An administrator who is also a garden angel is labeled as administrator (USR-06). */
export function roleLabel({ isAdmin, isGardenAngel }: Pick<Member, 'isAdmin' | 'isGardenAngel'>): string {
  return translate(roleNames[isAdmin ? 'admin' : isGardenAngel ? 'garden-angel' : 'user'])
}

export function statusLabel({ isBanned }: Pick<Member, 'isBanned'>): string {
  return t('{status, select, banned {Banned} other {Active}}', { status: isBanned ? 'banned' : 'active' })
}

/** Converts whole minutes to hours, rounded to 2 decimals (USR-24). */
export function minutesToHours(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

/** '90 min' */
export function minutesLabel(minutes: number): string {
  return t('{minutes, number} min', { minutes })
}

/** '1.5 hours'; null below one hour, where the minutes say it better. */
export function hoursLabel(minutes: number): string | null {
  const hours = minutesToHours(minutes)
  if (hours < 1) return null
  return t('{count, plural, one {# hour} other {# hours}}', { count: hours })
}

/** '1 user', '1,204 users' */
export function usersLabel(total: number): string {
  return t('{count, plural, one {# user} other {# users}}', { count: total })
}

/** Returns null for anything but a whole number of 0 or more (USR-17). */
export function parseMinutes(text: string): number | null {
  const digits = text.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** Date and time in the zone: 'Nov 21, 2026' and '6:02 AM'. */
export function timestampLabel(timestamp: string, zone: string): { day: string; time: string } {
  const atMs = timestampToMs(timestamp)
  return { day: formatDay(dayInZone(atMs, zone), 'medium'), time: formatTimeOfDay(atMs, zone) }
}

/** The referrer's name or id; null without a referrer. */
export function referrerLabel({ referredBy, referrerName }: Pick<Member, 'referredBy' | 'referrerName'>) {
  return referredBy === null ? null : (referrerName ?? t('User #{id}', { id: referredBy }))
}

export interface MemberOrder {
  sort: MemberSort
  order: 'asc' | 'desc'
}

export const sortLabels = {
  name: message('Name'),
  timeSpent: message('Time spent'),
  referredBy: message('Referred by'),
  referralCount: message('Referrals'),
} as const satisfies Record<MemberSort, Message>

export function reverseOrder({ sort, order }: MemberOrder): MemberOrder {
  return { sort, order: order === 'asc' ? 'desc' : 'asc' }
}

/** The order after a click on a column header: sort by that column, or reverse the current order (USR-02). */
export function nextOrder(current: MemberOrder, pressed: MemberSort): MemberOrder {
  return pressed === current.sort ? reverseOrder(current) : { sort: pressed, order: 'asc' }
}

/** The number of pages for `total` rows; at least 1. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / membersPageSize))
}

/** 'Showing 21-40 of 45 users' */
export function showingLabel(page: number, total: number): string {
  const first = (page - 1) * membersPageSize + 1
  return t(
    '{total, plural, one {Showing {first, number}-{last, number} of # user} other {Showing {first, number}-{last, number} of # users}}',
    { first, last: Math.min(total, page * membersPageSize), total },
  )
}

/** 'Page 2 of 3' */
export function pageLabel(page: number, total: number): string {
  return t('Page {page, number} of {pages, number}', { page, pages: pageCount(total) })
}

interface EditedMember {
  name: string
  email: string
  isAdmin: boolean
  mayHost: boolean
}

/** The address that a change by an administrator replaces (USR-25); null without one. */
export function editedEmailOf({ email, signInEmail, emailChange }: Member): string | null {
  return emailChange === 'sign-in' ? signInEmail : email
}

/**
 * Only the changed fields, which are all that the client sends (USR-07). A correction names the address that it corrects,
 * in case that changes meanwhile.
 */
export function changedMemberFields(
  member: Member,
  edited: EditedMember,
): Partial<EditedMember & { correctedEmail: string }> {
  const { name, email, isAdmin, mayHost } = edited
  const before = editedEmailOf(member) ?? ''
  const correction = member.emailChange === 'sign-in' ? { correctedEmail: before } : {}
  return {
    ...(normalizeDisplayName(name) === member.name ? {} : { name }),
    ...(isSameEmail(email, before) ? {} : { email, ...correction }),
    ...(isAdmin === member.isAdmin ? {} : { isAdmin }),
    ...(mayHost === member.mayHost ? {} : { mayHost }),
  }
}

/** Possible referrers among the matches: without the member, at most ten (USR-20). */
export function filterReferrerMatches(matches: readonly Member[], memberId: number): Member[] {
  return matches.filter(({ id }) => id !== memberId).slice(0, referrerMatchesMax)
}
