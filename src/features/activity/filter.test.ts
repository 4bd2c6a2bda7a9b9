// Activity filter: kinds and query parameters.
import { describe, expect, test } from 'vitest'
import { targetFilterOf, withKind, isFiltered, kindOfFilter, noFilter, toActivityQuery } from './filter.ts'

const ada = { id: 1, name: 'Ada' }
const groups = [
  { targetType: 'user', label: 'Members', actions: [{ action: 'user.ban', label: 'Banned' }] },
  { targetType: 'ip-ban', label: 'Banned addresses', actions: [{ action: 'ip-ban.lift', label: 'Lifted' }] },
  { targetType: 'template', label: 'Templates', actions: [] },
]
const mo = { type: 'user', id: 5, name: 'Mo' } as const

describe('the kind filter', () => {
  test.each(['', 'user', 'ip-ban', 'user.ban', 'ip-ban.lift'])(
    '%s is shown as the selected option',
    (kind) => {
      expect(kindOfFilter(withKind(noFilter, kind, groups))).toBe(kind)
    },
  )

  test('replaces the previous kind and keeps the actor', () => {
    const filter = withKind({ ...noFilter, actor: ada, target: mo }, 'template', groups)
    expect(filter).toEqual({ group: 'template', action: null, actor: ada, target: null })
    expect(withKind(filter, 'user.ban', groups)).toMatchObject({ group: null, action: 'user.ban' })
    expect(withKind(filter, 'moon.shine', groups)).toEqual({ ...noFilter, actor: ada })
  })
})

test('detects an active filter', () => {
  expect(isFiltered(noFilter)).toBe(false)
  expect(isFiltered({ ...noFilter, actor: ada })).toBe(true)
})

test('the query contains only the selected filters', () => {
  expect(toActivityQuery(noFilter, null)).toEqual({})
  expect(toActivityQuery({ ...noFilter, group: 'template' }, 12)).toEqual({
    targetType: 'template',
    before: '12',
  })
  expect(toActivityQuery({ group: 'template', action: 'user.ban', actor: ada, target: mo }, null)).toEqual({
    action: 'user.ban',
    actorId: '1',
    targetType: 'user',
    targetId: '5',
  })
})

test('an entry offers a target filter if its target has a known type, an id and a name', () => {
  expect(targetFilterOf(mo, groups)).toEqual(mo)
  expect(targetFilterOf({ ...mo, name: null }, groups)).toBeNull()
  expect(targetFilterOf({ ...mo, id: null }, groups)).toBeNull()
  expect(targetFilterOf({ ...mo, type: 'moon' }, groups)).toBeNull()
})
