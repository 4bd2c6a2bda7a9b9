// A member's sign-in data in their export.
import * as z from 'zod/mini'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const exportedSignInSchema = z.object({
  /** The built-in account; null with Firebase, which stores accounts itself. */
  credentials: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      hasPassword: z.boolean(),
      createdAt: timestampSchema,
      updatedAt: timestampSchema,
    }),
  ),
  /** The linked accounts at external providers, such as Google, oldest first. */
  provedElsewhere: z.array(
    z.object({
      provider: z.string(),
      subject: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      provenSince: z.nullable(timestampSchema),
      createdAt: timestampSchema,
    }),
  ),
  /** Oldest first. */
  mailedLinks: z.array(
    z.object({
      purpose: z.string(),
      email: z.string(),
      createdAt: timestampSchema,
      expiresAt: timestampSchema,
    }),
  ),
  sessions: z.array(
    z.object({
      provider: z.string(),
      email: z.string(),
      name: z.string(),
      remembered: z.boolean(),
      createdAt: timestampSchema,
      lastUsedAt: timestampSchema,
      expiresAt: timestampSchema,
      ip: z.nullable(z.string()),
      revokedAt: z.nullable(timestampSchema),
      revokedBy: z.nullable(z.string()),
    }),
  ),
})
