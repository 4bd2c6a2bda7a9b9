// A member's requests for help, and the moderators' replies, in their export.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { helpDetailsSchema, helpKinds, helpMessageSchema } from './contract.ts'

const timestampSchema = z.iso.datetime()

export const exportedHelpSchema = z.object({
  requests: z.array(
    z.object({
      day: daySchema,
      kind: z.enum(helpKinds),
      createdAt: timestampSchema,
      closedAt: z.nullable(timestampSchema),
      details: z.nullable(helpDetailsSchema),
      messages: z.array(helpMessageSchema),
    }),
  ),
})
