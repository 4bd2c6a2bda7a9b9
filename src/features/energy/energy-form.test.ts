// Energy form state: the kind of entry, and which draft shows.
import { expect, test } from 'vitest'
import {
  currentDraft,
  emptyDraft,
  emptyStoredEnergyForm,
  openEnergyForm,
  recordedDraft,
  withoutSavedDraft,
  withDraft,
  withMoodType,
  type EnergyDraft,
  type StoredEnergyForm,
} from './energy-form.ts'

const morning: EnergyDraft = { comment: 'Tired.', index: 1 }
const evening: EnergyDraft = { comment: 'Light.', index: 7 }

function stored(
  drafts: Partial<StoredEnergyForm['drafts']>,
  unconfirmed: StoredEnergyForm['unconfirmed'] = null,
): StoredEnergyForm {
  return { drafts: { ...emptyStoredEnergyForm.drafts, ...drafts }, unconfirmed }
}

test('[ENERGY-21] the offered kind takes precedence over an unconfirmed save of the other kind', () => {
  const form = openEnergyForm(stored({ pre: morning }, 'pre'), 'post')
  expect(form.moodType).toBe('post')
  expect(currentDraft(form)).toEqual(emptyDraft)
  expect(form.drafts.pre).toEqual(morning)
})

test('[ENERGY-20, I28] the form reopens on the kind of an unconfirmed save, so that another press repeats it', () => {
  const form = openEnergyForm(stored({ pre: morning, post: evening }, 'post'), null)
  expect(form.moodType).toBe('post')
  expect(currentDraft(form)).toEqual(evening)
})

test('[ENERGY-22] without an offer or an unconfirmed save, the kind is undecided', () => {
  expect(openEnergyForm(stored({ pre: morning, post: evening }), null).moodType).toBeNull()
})

test('[ENERGY-23] an older draft stays with its kind; one typed since the form opened moves along', () => {
  const form = withMoodType(openEnergyForm(stored({ pre: morning }), 'pre'), 'post')
  expect(currentDraft(form)).toEqual(emptyDraft)
  expect(currentDraft(withMoodType(form, 'pre'))).toEqual(morning)

  const typed = withDraft(openEnergyForm(emptyStoredEnergyForm, 'pre'), morning)
  const moved = withMoodType(typed, 'post')
  expect(moved.drafts).toEqual({ pre: null, post: morning, unchosen: null })
  expect(withMoodType(moved, 'pre').drafts).toEqual({ pre: morning, post: null, unchosen: null })
})

test('[ENERGY-23] if both kinds have a draft, each shows its own', () => {
  const form = withDraft(openEnergyForm(stored({ post: evening }), 'pre'), morning)
  const other = withMoodType(form, 'post')
  expect(currentDraft(other)).toEqual(evening)
  expect(currentDraft(withMoodType(other, 'pre'))).toEqual(morning)
})

test('[ENERGY-22] text typed before the kind is known moves to that kind', () => {
  const typed = withDraft(openEnergyForm(stored({ post: evening }), null), morning)
  const form = withMoodType(typed, 'post')
  expect(form.drafts).toEqual({ pre: null, post: morning, unchosen: null })
  expect(currentDraft(withMoodType(openEnergyForm(stored({ post: evening }), null), 'post'))).toEqual(evening)
})

test('[ENERGY-20] saving keeps the other kind’s draft, and an empty form is no draft', () => {
  const form = openEnergyForm(stored({ pre: morning, post: evening }, 'pre'), null)
  expect(withoutSavedDraft(form)).toMatchObject({ drafts: { pre: null, post: evening }, unconfirmed: null })
  expect(withDraft(form, emptyDraft).drafts.pre).toBeNull()
})

test('[ENERGY-29] the form shows what is recorded, and keeps only what the member changed', () => {
  const recorded = recordedDraft({ comment: 'Held.', emotionLevel: 5 })
  const form = openEnergyForm(emptyStoredEnergyForm, 'post')
  expect(currentDraft(form, recorded)).toEqual({ comment: 'Held.', index: 4 })
  const changed = withDraft(form, { ...recorded, index: 6 }, recorded)
  expect(changed.drafts.post).toEqual({ comment: null, index: 6 })
  expect(currentDraft(changed, recorded)).toEqual({ comment: 'Held.', index: 6 })
  expect(withDraft(changed, recorded, recorded).drafts.post).toBeNull()
  // Typed before the day's entries have loaded: the level wasn't chosen.
  const typed = withMoodType(
    withDraft(openEnergyForm(emptyStoredEnergyForm, null), { ...emptyDraft, comment: 'Rain.' }),
    'post',
  )
  expect(currentDraft(typed, recorded)).toEqual({ comment: 'Rain.', index: 4 })
})
