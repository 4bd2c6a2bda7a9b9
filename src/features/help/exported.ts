// A member's requests for help, and the moderators' replies, in their export.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { helpDetailsSchema, helpKinds, helpMessageSchema } from './contract.ts'

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
