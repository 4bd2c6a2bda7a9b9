// A member's choices about their rhythm, in their export.
import * as z from 'zod/mini'
import { rhythmChoicesSchema } from './contract.ts'

export const exportedRhythmSchema = z.object({ choices: rhythmChoicesSchema })
