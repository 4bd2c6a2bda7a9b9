// Unsaved changes over the settings that were read: what is saved, what is in conflict, and what stays typed.
import { expect, test } from 'vitest'
import { testSettings } from '#test/data/community-settings.ts'
import {
  afterOwnChange,
  conflictsOf,
  decide,
  fieldsChangedBetween,
  noDraft,
  settingsDraftSchema,
  shownSettings,
  withTyped,
} from './settings-draft.ts'
import { discardPart, typedIn } from './settings-parts.ts'

const read = { ...testSettings, version: 3, name: 'Pond', welcome: 'Hello.' }
const typed = withTyped(withTyped(noDraft, read, { name: 'Pond &' }), read, { name: 'Pond & Reed', hue: 230 })

test('[COM-01, COM-18] the typed fields of a part alone are saved', () => {
  const both = withTyped(typed, read, { welcome: 'Hi.' })
  expect(typedIn('name', read, both)).toEqual({ name: 'Pond & Reed', hue: 230 })
  expect(typedIn('joining', read, both)).toEqual({ welcome: 'Hi.' })
  expect(typedIn('care', read, both)).toEqual({})
  expect(discardPart('joining', read, both)).toEqual(typed)
  const later = { ...read, version: 7, welcome: 'Hello, you.' }
  expect(shownSettings(later, typed)).toMatchObject({ name: 'Pond & Reed', hue: 230, welcome: 'Hello, you.' })
  expect(withTyped(withTyped(typed, read, { name: 'Pond' }), read, { hue: null })).toEqual(noDraft)
})

test('[COM-01] a field that both changed is in conflict until one value is chosen', () => {
  const later = { ...read, version: 7, name: 'Lake', hue: 230, welcome: 'Ben’s' }
  expect(conflictsOf(read, typed)).toEqual([])
  expect(conflictsOf(later, typed)).toEqual(['name'])
  const own = decide(typed, later, { field: 'name', isOwn: true })
  expect([conflictsOf(later, own), own.typed.name]).toEqual([[], 'Pond & Reed'])
  const theirs = decide(typed, later, { field: 'name', isOwn: false })
  expect([conflictsOf(later, theirs), shownSettings(later, theirs).name]).toEqual([[], 'Lake'])
  // A third change is another conflict.
  expect(conflictsOf({ ...later, name: 'Sea' }, own)).toEqual(['name'])
})

test('[COM-01] after a save or an undo of one’s own, what was typed since stays, without a conflict', () => {
  const saved = { ...read, version: 4, name: 'Pond & Reed', hue: 230 }
  expect(afterOwnChange(typed, typed.typed, saved)).toEqual(noDraft)
  const since = withTyped(typed, read, { name: 'Pond & Reeds' })
  const draft = afterOwnChange(since, typed.typed, saved)
  expect([draft.typed, conflictsOf(saved, draft)]).toEqual([{ name: 'Pond & Reeds' }, []])
  const undone = { ...read, version: 5, name: 'Still Pond' }
  const changed = fieldsChangedBetween(saved, undone)
  expect(changed).toEqual({ name: 'Still Pond', hue: null })
  const afterUndo = afterOwnChange(draft, changed, undone)
  expect([afterUndo.typed.name, conflictsOf(undone, afterUndo)]).toEqual(['Pond & Reeds', []])
})

test('[COM-01] a draft survives storage, also with a number that is being typed', () => {
  const number = withTyped(typed, read, { chatDays: Number.NaN })
  expect(settingsDraftSchema.parse(JSON.parse(JSON.stringify(number)))).toEqual(number)
})

test('[COM-18] [LANG-11] of the translations each part saves and discards its own text', () => {
  const saved = { ...read, translations: { de: { welcome: 'Hallo.', careText: '' } } }
  const draft = withTyped(noDraft, saved, {
    translations: {
      es: { welcome: '', careText: 'Respira.' },
      de: { welcome: 'Hallo!', careText: 'Atme.' },
    },
  })
  expect(typedIn('joining', saved, draft)).toEqual({
    translations: { de: { welcome: 'Hallo!', careText: '' } },
  })
  const ofCare = {
    translations: {
      de: { welcome: 'Hallo.', careText: 'Atme.' },
      es: { welcome: '', careText: 'Respira.' },
    },
  }
  expect(typedIn('care', saved, draft)).toEqual(ofCare)
  const kept = discardPart('joining', saved, draft)
  expect([typedIn('joining', saved, kept), typedIn('care', saved, kept)]).toEqual([{}, ofCare])
  expect(discardPart('care', saved, kept)).toEqual(noDraft)
  // Once saved, what is left is the other part's.
  const since = { ...saved, version: 4, ...typedIn('joining', saved, draft) }
  const rest = afterOwnChange(draft, typedIn('joining', saved, draft), since)
  expect([typedIn('joining', since, rest), conflictsOf(since, rest)]).toEqual([{}, []])
  expect(typedIn('care', since, rest).translations?.de).toEqual({ welcome: 'Hallo!', careText: 'Atme.' })
})
