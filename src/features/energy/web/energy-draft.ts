// The diary's draft: what was typed for a day survives a reload, until it is saved or the person signs out.
import * as z from 'zod/mini'
import { diaryMaxChars, energyLevelCount } from '#shared/constants.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { moodTypes } from '../contract.ts'

const draftName = 'energy'

const draftSchema = z.object({
  comment: z.string().check(z.maxLength(diaryMaxChars)),
  index: z.int().check(z.minimum(0), z.maximum(energyLevelCount - 1)),
  moodType: z.nullable(z.enum(moodTypes)),
})

/** `moodType` is null until the person chose one by hand; `index` is the level as it is shown. */
export type EnergyDraft = z.infer<typeof draftSchema>

/** The kept draft, or null; a damaged one counts as none. */
export function readEnergyDraft(): EnergyDraft | null {
  const text = readDraft(draftName)
  if (text === null) return null
  try {
    const result = z.safeParse(draftSchema, JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Keeps the draft; null forgets it. */
export function keepEnergyDraft(draft: EnergyDraft | null): void {
  writeDraft(draftName, draft === null ? '' : JSON.stringify(draft))
}
