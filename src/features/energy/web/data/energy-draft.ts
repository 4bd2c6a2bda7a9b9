// Energy drafts on this device, per signed-in member, day and kind (ENERGY-20, ENERGY-23).
import * as z from 'zod/mini'
import { energyLevelCount } from '#shared/constants.ts'
import { pageToday } from '#web/community-days.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { moodTypes } from '../../contract.ts'
import { emptyStoredEnergyForm, type StoredEnergyForm } from '../../energy-form.ts'
import { isEntryDayOpen } from '../../rules.ts'

const draftName = 'energy'
const draftKinds = [...moodTypes, 'unchosen'] as const

const draftSchema = z.nullable(
  z.object({
    // Of any length: a text above the limit stays stored until it is shortened.
    comment: z.nullable(z.string()),
    index: z.nullable(z.int().check(z.minimum(0), z.maximum(energyLevelCount - 1))),
  }),
)

const daysSchema = z.record(
  z.string(),
  z.object({
    drafts: z.object({ pre: draftSchema, post: draftSchema, unchosen: draftSchema }),
    unconfirmed: z.nullable(z.enum(moodTypes)),
  }),
)

/** The drafts of a day; damaged storage counts as none. */
export function readEnergyDrafts(day: string): StoredEnergyForm {
  return readDays()[day] ?? emptyStoredEnergyForm
}

/**
 * Saves only drafts that differ between `before` and `after`, to keep another tab's drafts of the day. Drafts of
 * days that no longer accept entries are deleted.
 */
export function writeEnergyDrafts(day: string, before: StoredEnergyForm, after: StoredEnergyForm): void {
  // A draft that got its kind has moved in memory only, so the stored copy is replaced.
  const drafts = { ...readEnergyDrafts(day).drafts, unchosen: after.drafts.unchosen }
  for (const kind of moodTypes)
    if (before.drafts[kind] !== after.drafts[kind]) drafts[kind] = after.drafts[kind]
  writeDay(day, { drafts, unconfirmed: after.unconfirmed })
}

/** Clears a save without a response that the member skipped; the day's entries determine the kind again. */
export function clearUnconfirmed(day: string): void {
  writeDay(day, { ...readEnergyDrafts(day), unconfirmed: null })
}

function writeDay(day: string, form: StoredEnergyForm): void {
  const today = pageToday()
  const remaining = Object.entries({ ...readDays(), [day]: form }).filter(
    ([date, { drafts, unconfirmed }]) =>
      isEntryDayOpen(date, today) &&
      (unconfirmed !== null || draftKinds.some((kind) => drafts[kind] !== null)),
  )
  writeDraft(draftName, remaining.length === 0 ? '' : JSON.stringify(Object.fromEntries(remaining)))
}

function readDays(): z.infer<typeof daysSchema> {
  try {
    const result = z.safeParse(daysSchema, JSON.parse(readDraft(draftName) ?? '{}'))
    return result.success ? result.data : {}
  } catch {
    return {}
  }
}
