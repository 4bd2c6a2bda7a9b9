// What helps: groups of the rooms' answers, without those so small that they tell of a few.
import { whatHelpsMembersMin } from '#shared/constants.ts'

/**
 * The groups of a set that may be shown: those of at least eight members. If a single one would be left out, it could
 * be reckoned from the others; so the next smallest goes, too (PULSE-11).
 */
export function shownGroups<Group extends { members: number }>(groups: readonly Group[]): Group[] {
  const shown = groups.filter(({ members }) => members >= whatHelpsMembersMin)
  if (shown.length !== groups.length - 1) return shown
  const [smallest] = shown.toSorted((a, b) => a.members - b.members)
  return shown.filter((group) => group !== smallest)
}

/** A change with its sign: '+1.3', '0.0', '−0.4'. */
export function formatChange(changeTenths: number): string {
  const sign = changeTenths > 0 ? '+' : changeTenths < 0 ? '−' : ''
  return `${sign}${(Math.abs(changeTenths) / 10).toFixed(1)}`
}
