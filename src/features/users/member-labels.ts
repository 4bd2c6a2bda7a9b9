// What administrators read of members, in words and figures, and how they turn the pages of them.
import { referrerMatchesMax, usersPageSize } from '#shared/constants.ts'
import { chicagoDay, formatDay, timestampToMs, formatTimeOfDay } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'
import { normalizeDisplayName } from '#features/profile/display-name.ts'
import type { Member, MemberSort } from './contract.ts'

/** An administrator who is a garden angel as well is called by the greater role (USR-06). */
export function roleLabel({ isAdmin, isGardenAngel }: Pick<Member, 'isAdmin' | 'isGardenAngel'>): string {
  if (isAdmin) return 'Admin'
  return isGardenAngel ? 'Garden Angel' : 'User'
}

export function statusLabel({ isBanned }: Pick<Member, 'isBanned'>): string {
  return isBanned ? 'Banned' : 'Active'
}

/** Hours of whole minutes, rounded to 2 decimals (USR-24). */
export function minutesToHours(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100
}

/** '90 min' */
export function minutesLabel(minutes: number): string {
  return `${formatNumber(minutes)} min`
}

/** '1.5 hours' */
export function hoursLabel(minutes: number): string {
  const hours = minutesToHours(minutes)
  return `${formatNumber(hours)} ${hours === 1 ? 'hour' : 'hours'}`
}

/** '1 user', '1,204 users' */
export function usersLabel(total: number): string {
  return `${formatNumber(total)} ${total === 1 ? 'user' : 'users'}`
}

/** The minutes that were typed; null for anything but a whole number of 0 or more (USR-17). */
export function parseMinutes(text: string): number | null {
  const digits = text.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** A moment in the product's zone: the day, 'Nov 21, 2026', and the time, '6:02 AM'. */
export function momentLabel(timestamp: string): { day: string; time: string } {
  const atMs = timestampToMs(timestamp)
  const day = chicagoDay(atMs)
  return { day: `${formatDay(day, 'short')}, ${day.slice(0, 4)}`, time: formatTimeOfDay(atMs) }
}

/** Who referred a member; null when nobody did. */
export function referrerLabel({ referredBy, referrerName }: Pick<Member, 'referredBy' | 'referrerName'>) {
  return referredBy === null ? null : (referrerName ?? `User #${referredBy}`)
}

export interface MemberOrder {
  sort: MemberSort
  order: 'asc' | 'desc'
}

export const sortLabels = {
  name: 'Name',
  timeSpent: 'Time spent',
  referredBy: 'Referred by',
  referralCount: 'Referrals',
} as const satisfies Record<MemberSort, string>

/** The other way round. */
export function reverseOrder({ sort, order }: MemberOrder): MemberOrder {
  return { sort, order: order === 'asc' ? 'desc' : 'asc' }
}

/** After a press on a column's header: that column from its beginning, or the other way round (USR-02). */
export function nextOrder(shown: MemberOrder, pressed: MemberSort): MemberOrder {
  return pressed === shown.sort ? reverseOrder(shown) : { sort: pressed, order: 'asc' }
}

/** How many pages so many members fill; at least one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / usersPageSize))
}

/** 'Showing 21-40 of 45 users' */
export function showingLabel(page: number, total: number): string {
  const first = (page - 1) * usersPageSize + 1
  return `Showing ${formatNumber(first)}-${formatNumber(Math.min(total, page * usersPageSize))} of ${usersLabel(total)}`
}

/** 'Page 2 of 3' */
export function pageLabel(page: number, total: number): string {
  return `Page ${formatNumber(page)} of ${formatNumber(pageCount(total))}`
}

interface EditedMember {
  name: string
  email: string
  isAdmin: boolean
}

/** What an edit changes, and nothing else of it is sent (USR-07). */
export function changedMemberFields(member: Member, edited: EditedMember): Partial<EditedMember> {
  const { name, email, isAdmin } = edited
  return {
    ...(normalizeDisplayName(name) === member.name ? {} : { name }),
    ...(email.trim().toLowerCase() === (member.email ?? '').toLowerCase() ? {} : { email }),
    ...(isAdmin === member.isAdmin ? {} : { isAdmin }),
  }
}

/** Who of the found may be chosen as a member's referrer: everybody but the member, ten at most (USR-20). */
export function filterReferrerMatches(found: readonly Member[], memberId: number): Member[] {
  return found.filter(({ id }) => id !== memberId).slice(0, referrerMatchesMax)
}
