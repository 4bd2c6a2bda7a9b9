// API contract of what helps: the mean change by template, teacher, hour and weekday, for administrators only.
import * as z from 'zod/mini'
import { whatHelpsPairsMin } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'

const groupSchema = z.object({
  /** A template's title, a teacher's name, an hour such as 1:00 PM, or a weekday. */
  name: z.string(),
  /** The mean change in tenths of a center; a fall is negative. */
  changeTenths: z.int(),
  /** Of all its sittings together; a member who came to several has as many. */
  pairs: z.int().check(z.minimum(whatHelpsPairsMin)),
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
  /** The rooms' numbers, grouped; takes no member, name or dates (PULSE-12). */
  whatHelps: endpoint({
    method: 'GET',
    path: '/api/admin/what-helps',
    needs: 'community.administer',
    response: whatHelpsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
