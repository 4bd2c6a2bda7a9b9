// Moments as text in requests and responses.
import * as z from 'zod/mini'

/** In UTC: '2026-11-21T18:00:00.000Z'. */
export const timestampSchema = z.iso.datetime()
