// Reflections API contract: the opt-in of a member, and what helps, for administrators.
import * as z from 'zod/mini'
import { whatHelpsPairsMin } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'

const reflectionOptInSchema = z.object({
  /** Whether a member is part of the room's energy; null before their first choice (PULSE-04). */
  isOptedIn: z.nullable(z.boolean()),
  /** The pairs that the room's energy needs at least (PULSE-06). */
  pairsMin: z.int(),
})

export const reflectionOptInCalls = {
  reflectionOptIn: endpoint({
    method: 'GET',
    path: '/api/mood/reflection-opt-in',
    isSilent: true,
    needs: 'energy.record',
    response: reflectionOptInSchema,
  }),
  /** Applies to numbers that aren't published yet (PULSE-10). */
  chooseReflectionOptIn: endpoint({
    method: 'PUT',
    path: '/api/mood/reflection-opt-in',
    isSilent: true,
    needs: 'energy.record',
    body: z.strictObject({ isOptedIn: z.boolean() }),
    response: reflectionOptInSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}

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
