// The form of 'Track Your Energy': which kind of entry it is for, and whose draft shows in it.
import { energyLevelDefaultIndex } from '#shared/constants.ts'
import type { MoodType } from './contract.ts'

/** What a member chose and typed for one entry; `index` is the level as people see it, 0 to 7. */
export interface EnergyDraft {
  comment: string
  index: number
}

/** The drafts of one day by kind; `unchosen` holds what was typed before the kind was known. */
export type EnergyDrafts = Readonly<Record<MoodType | 'unchosen', EnergyDraft | null>>

/** What is stored of one day. `unconfirmed` is the kind whose Save was pressed and neither succeeded nor was skipped. */
export interface StoredEnergyForm {
  drafts: EnergyDrafts
  unconfirmed: MoodType | null
}

export interface EnergyForm extends StoredEnergyForm {
  /** Null until it was offered, pressed, or follows from the entries of the day. */
  moodType: MoodType | null
  /** Drafts of this opening; the others were there before and stay with their kind. */
  fresh: readonly (MoodType | 'unchosen')[]
}

export const emptyDraft: EnergyDraft = { comment: '', index: energyLevelDefaultIndex }

export const emptyStoredEnergyForm: StoredEnergyForm = {
  drafts: { pre: null, post: null, unchosen: null },
  unconfirmed: null,
}

/**
 * The form as it opens: on what is offered (ENERGY-21), else on the entry whose Save had no answer, so that another
 * press repeats that one; else undecided.
 */
export function openEnergyForm(stored: StoredEnergyForm, offered: MoodType | null): EnergyForm {
  const form: EnergyForm = { ...stored, moodType: null, fresh: [] }
  const moodType = offered ?? stored.unconfirmed
  return moodType === null ? form : withMoodType(form, moodType)
}

/** What stands in the form. */
export function currentDraft(form: EnergyForm): EnergyDraft {
  return form.drafts[form.moodType ?? 'unchosen'] ?? emptyDraft
}

/**
 * The form on the other kind. A draft of that kind shows; without one, what was typed in this opening moves along,
 * and what was typed before any kind was known always does (ENERGY-23).
 */
export function withMoodType(form: EnergyForm, moodType: MoodType): EnergyForm {
  const from = form.moodType ?? 'unchosen'
  const typed = form.drafts[from]
  const moves =
    typed !== null && (from === 'unchosen' || (form.drafts[moodType] === null && form.fresh.includes(from)))
  if (from === moodType || !moves) return { ...form, moodType }
  return {
    ...form,
    moodType,
    drafts: { ...form.drafts, [from]: null, [moodType]: typed },
    fresh: [...form.fresh.filter((kind) => kind !== from), moodType],
  }
}

/** The form with another draft in it; an empty one counts as none. */
export function withDraft(form: EnergyForm, draft: EnergyDraft): EnergyForm {
  const kind = form.moodType ?? 'unchosen'
  const isEmpty = draft.comment === emptyDraft.comment && draft.index === emptyDraft.index
  const wasThere = form.drafts[kind] !== null
  return {
    ...form,
    drafts: { ...form.drafts, [kind]: isEmpty ? null : draft },
    fresh: wasThere ? form.fresh : [...form.fresh, kind],
  }
}

/** The form once its entry is saved: its draft is gone. */
export function withoutSavedDraft(form: EnergyForm): EnergyForm {
  return { ...form, drafts: { ...form.drafts, [form.moodType ?? 'unchosen']: null }, unconfirmed: null }
}
