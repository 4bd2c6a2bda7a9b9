// Unsaved changes over the settings that were read: what is saved, what is in conflict, and what stays typed.
import { expect, test } from 'vitest'
import { testSettings } from '#test/data/community-settings.ts'
import {
  afterOwnChange,
  conflictsOf,
  decide,
  fieldsChangedBetween,
  noDraft,
  saveBodyOf,
  settingsDraftSchema,
  shownSettings,
  withTyped,
} from './settings-draft.ts'

const read = { ...testSettings, version: 3, name: 'Pond', welcome: 'Hello.' }
const typed = withTyped(withTyped(noDraft, read, { name: 'Pond &' }), read, { name: 'Pond & Reed', hue: 230 })

test('[COM-01] the typed fields alone are saved, with the version of the read that is shown', () => {
  expect(saveBodyOf(read, typed)).toEqual({ version: 3, name: 'Pond & Reed', hue: 230 })
  const later = { ...read, version: 7, welcome: 'Hello, you.' }
  expect(saveBodyOf(later, typed)).toEqual({ version: 7, name: 'Pond & Reed', hue: 230 })
  expect(shownSettings(later, typed)).toMatchObject({ name: 'Pond & Reed', hue: 230, welcome: 'Hello, you.' })
  expect(withTyped(withTyped(typed, read, { name: 'Pond' }), read, { hue: null })).toEqual(noDraft)
})

test('[COM-01] a field that both changed is in conflict until one value is chosen', () => {
  const later = { ...read, version: 7, name: 'Lake', hue: 230, welcome: 'Ben’s' }
  expect(conflictsOf(read, typed)).toEqual([])
  expect(conflictsOf(later, typed)).toEqual(['name'])
  const own = decide(typed, later, { field: 'name', isOwn: true })
  expect([conflictsOf(later, own), saveBodyOf(later, own).name]).toEqual([[], 'Pond & Reed'])
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
  expect([saveBodyOf(saved, draft), conflictsOf(saved, draft)]).toEqual([
    { version: 4, name: 'Pond & Reeds' },
    [],
  ])
  const undone = { ...read, version: 5, name: 'Still Pond' }
  const changed = fieldsChangedBetween(saved, undone)
  expect(changed).toEqual({ name: 'Still Pond', hue: null })
  const afterUndo = afterOwnChange(draft, changed, undone)
  expect([saveBodyOf(undone, afterUndo).name, conflictsOf(undone, afterUndo)]).toEqual(['Pond & Reeds', []])
})

test('[COM-01] a draft survives storage, also with a number that is being typed', () => {
  const number = withTyped(typed, read, { chatDays: Number.NaN })
  expect(settingsDraftSchema.parse(JSON.parse(JSON.stringify(number)))).toEqual(number)
})
