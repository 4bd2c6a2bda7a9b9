// What helps: the mean change by template, teacher, hour and weekday, without groups so small that they tell of a few.
import * as z from 'zod/mini'
import { whatHelpsMembersMin } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'

const groupSchema = z.object({
  /** A template's title, a teacher's name, an hour of the day as HH:00, or a weekday. */
  name: z.string(),
  /** The mean change in tenths of a center; a fall is negative. */
  changeTenths: z.int(),
  members: z.int().check(z.minimum(whatHelpsMembersMin)),
  sittings: z.int(),
})
export type WhatHelpsGroup = z.infer<typeof groupSchema>

const whatHelpsSchema = z.object({
  templates: z.array(groupSchema),
  teachers: z.array(groupSchema),
  hours: z.array(groupSchema),
  weekdays: z.array(groupSchema),
})
export type WhatHelps = z.infer<typeof whatHelpsSchema>

/** For administrators only: other members don't load it. */
export const whatHelpsCalls = {
  /** The rooms' final answers, grouped; takes no member, name or dates (PULSE-12). */
  whatHelps: endpoint({
    method: 'GET',
    path: '/api/admin/what-helps',
    needs: 'community.administer',
    answer: whatHelpsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}

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
