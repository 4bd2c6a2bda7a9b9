// Form state of 'Track Your Energy': the kind of entry, and which draft shows.
import { energyLevelDefaultIndex } from '#shared/constants.ts'
import type { MoodEntry, MoodType } from './contract.ts'
import { levelOf } from './levels.ts'

/** The level and comment of an entry; `index` is the level that members see, 0 to 7. */
export interface EnergyDraft {
  comment: string
  index: number
}

/** The member's changes; null for a field that they left as the form opened. */
interface ChangedDraft {
  comment: string | null
  index: number | null
}

/** The drafts of a day by kind; `unchosen` holds the draft from before the kind was known. */
export type EnergyDrafts = Readonly<Record<MoodType | 'unchosen', ChangedDraft | null>>

/**
 * The stored state of a day. `unconfirmed` is a kind that was sent to the server; the save neither succeeded nor
 * was skipped.
 */
export interface StoredEnergyForm {
  drafts: EnergyDrafts
  unconfirmed: MoodType | null
}

export interface EnergyForm extends StoredEnergyForm {
  /** Null until the member or the prompt chooses it, or the day's entries determine it. */
  moodType: MoodType | null
  /** The kinds whose draft changed since the form opened; other drafts are older and stay with their kind. */
  editedKinds: readonly (MoodType | 'unchosen')[]
}

export const emptyDraft: EnergyDraft = { comment: '', index: energyLevelDefaultIndex }

export const emptyStoredEnergyForm: StoredEnergyForm = {
  drafts: { pre: null, post: null, unchosen: null },
  unconfirmed: null,
}

/**
 * The initial form: on the offered kind (ENERGY-21), else on the kind whose save got no response, so that another
 * press repeats it. Otherwise the kind is undecided.
 */
export function openEnergyForm(stored: StoredEnergyForm, offered: MoodType | null): EnergyForm {
  const form: EnergyForm = { ...stored, moodType: null, editedKinds: [] }
  const moodType = offered ?? stored.unconfirmed
  return moodType === null ? form : withMoodType(form, moodType)
}

/** A saved entry as the form shows it; null gives the empty form. */
export function recordedDraft(entry: Pick<MoodEntry, 'comment' | 'emotionLevel'> | null): EnergyDraft {
  return entry ? { comment: entry.comment ?? '', index: levelOf(entry.emotionLevel).index } : emptyDraft
}

/** The form's contents: the recorded entry of that kind, with the member's changes. */
export function currentDraft(form: EnergyForm, recorded: EnergyDraft = emptyDraft): EnergyDraft {
  const changed = form.drafts[form.moodType ?? 'unchosen']
  return { comment: changed?.comment ?? recorded.comment, index: changed?.index ?? recorded.index }
}

/**
 * Switches the kind. A draft of that kind shows. Without one, a draft typed since the form opened moves along. A
 * draft from before any kind was known always moves (ENERGY-23).
 */
export function withMoodType(form: EnergyForm, moodType: MoodType): EnergyForm {
  const from = form.moodType ?? 'unchosen'
  const draft = form.drafts[from]
  const movesDraft =
    draft !== null &&
    (from === 'unchosen' || (form.drafts[moodType] === null && form.editedKinds.includes(from)))
  if (from === moodType || !movesDraft) return { ...form, moodType }
  return {
    ...form,
    moodType,
    drafts: { ...form.drafts, [from]: null, [moodType]: draft },
    editedKinds: [...form.editedKinds.filter((kind) => kind !== from), moodType],
  }
}

/** Replaces the current draft; one without changes to what is recorded becomes null. */
export function withDraft(
  form: EnergyForm,
  draft: EnergyDraft,
  recorded: EnergyDraft = emptyDraft,
): EnergyForm {
  const kind = form.moodType ?? 'unchosen'
  const changed: ChangedDraft = {
    comment: draft.comment === recorded.comment ? null : draft.comment,
    index: draft.index === recorded.index ? null : draft.index,
  }
  const isEmpty = changed.comment === null && changed.index === null
  const hadDraft = form.drafts[kind] !== null
  return {
    ...form,
    drafts: { ...form.drafts, [kind]: isEmpty ? null : changed },
    editedKinds: hadDraft ? form.editedKinds : [...form.editedKinds, kind],
  }
}

/** Deletes the current draft after its entry was saved. */
export function withoutSavedDraft(form: EnergyForm): EnergyForm {
  return { ...form, drafts: { ...form.drafts, [form.moodType ?? 'unchosen']: null }, unconfirmed: null }
}
