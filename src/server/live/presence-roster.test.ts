// Presence members: who is in a room, by the reports of several nodes.
import { afterEach, describe, expect, test } from 'vitest'
import { createSeededRandom } from '#test/seeded-random.ts'
import { createPresenceMembers, type PresenceMembers } from './presence-members.ts'
import type { PresenceMember } from './presence-roster.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const member = (id: number, joinedAtMs = id): PresenceMember => ({
  id,
  name: `N${id}`,
  profilePicture: null,
  isUnlisted: false,
  joinedAtMs,
})
const idsIn = (members: PresenceMembers) => members.newest(0, 1_000).map(({ id }) => id)

function createRecordedMembers() {
  const events: string[] = []
  const members = createPresenceMembers({
    joined: ({ id }) => events.push(`${id} joined`),
    left: ({ id }) => events.push(`${id} left`),
    changed: () => events.push('changed'),
    graceExpired: (nodeId, userId) => events.push(`${userId} released by ${nodeId}`),
  })
  closing.push(members.close)
  return { members, events }
}

describe('a member', () => {
  test('[LIVE-07] [I17] counts once however many nodes they are on, and leaves with the last one', () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1)])
    members.add('b', [member(1)])
    members.delete('a', [1])
    expect([members.count(), events]).toEqual([1, ['1 joined', 'changed']])
    members.delete('a', [1])
    members.delete('b', [1])
    expect([members.count(), events]).toEqual([0, ['1 joined', 'changed', '1 left', 'changed']])
  })

  test('keeps the earliest join time of all nodes, and is reordered when that node removes them', () => {
    const { members } = createRecordedMembers()
    members.add('a', [member(1, 1), member(2, 5)])
    members.add('b', [member(1, 9)])
    expect(idsIn(members)).toEqual([2, 1])
    members.delete('a', [1])
    expect(idsIn(members)).toEqual([1, 2])
  })

  test('[LIVE-06] is shown with their latest name, in this node’s snapshot too', () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1)])
    members.updateProfile({ id: 1, name: 'Zoë', profilePicture: '/media/z' })
    members.updateProfile({ id: 2, name: 'Not here', profilePicture: null })
    members.updateProfile({ id: 1, name: 'Zoë', profilePicture: '/media/z' })
    expect(members.newestAsJson(5)).toBe('[{"id":1,"name":"Zoë","profilePicture":"/media/z"}]')
    expect(members.membersAt('a')).toEqual([
      { id: 1, name: 'Zoë', profilePicture: '/media/z', isUnlisted: false, joinedAtMs: 1 },
    ])
    expect(events).toEqual(['1 joined', 'changed', 'changed'])
  })

  test('[TRUST-01] an unlisted member counts, joins and leaves unannounced, and is in no list', () => {
    const { members, events } = createRecordedMembers()
    const unlisted = { ...member(2), isUnlisted: true }
    members.add('a', [member(1), unlisted, member(3)])
    members.add('b', [{ ...unlisted, joinedAtMs: 0 }])
    members.updateProfile({ id: 2, name: 'Zoë', profilePicture: null })
    expect([members.count(), idsIn(members), members.newestAsJson(5).includes('Zoë')]).toEqual([
      3,
      [3, 1],
      false,
    ])
    expect(members.membersAt('b')).toEqual([{ ...unlisted, name: 'Zoë', joinedAtMs: 0 }])
    members.delete('a', [2])
    members.delete('b', [2])
    expect([members.count(), idsIn(members)]).toEqual([2, [3, 1]])
    expect(events.filter((event) => event !== 'changed')).toEqual(['1 joined', '3 joined'])
  })

  test('[TRUST-01] a member who becomes unlisted leaves the lists, and returns to their place', () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2), member(3)])
    const choose = (isUnlisted: boolean) =>
      members.updateProfile({ id: 2, name: 'N2', profilePicture: null, isUnlisted })
    choose(true)
    choose(true)
    expect([members.count(), idsIn(members)]).toEqual([3, [3, 1]])
    choose(false)
    expect([members.count(), idsIn(members)]).toEqual([3, [3, 2, 1]])
    expect(events.slice(-4)).toEqual(['2 left', 'changed', '2 joined', 'changed'])
  })
})

describe('a node', () => {
  test('[I16] that is lost keeps its members for a grace period; those on another node stay', async () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2)])
    members.add('b', [member(2), member(3)])
    events.length = 0
    members.startGraceOfNode('a', 5)
    expect([idsIn(members), events]).toEqual([[3, 2, 1], []])
    await expect.poll(() => idsIn(members)).toEqual([3, 2])
    expect(events.filter((event) => !event.startsWith('2 '))).toEqual([
      '1 left',
      'changed',
      '1 released by a',
    ])
  })

  test('[I16] that comes back within the grace period has all its members, without events', () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2)])
    events.length = 0
    members.startGraceOfNode('a', 60_000)
    expect(members.hasSocket(1)).toBe(false)
    members.cancelGraceOfNode('a')
    expect([members.hasSocket(1), idsIn(members), events]).toEqual([true, [2, 1], []])
  })

  test('that sends a snapshot has exactly those members; known ones cause no events', () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2)])
    events.length = 0
    members.replace('a', [member(2), member(3)])
    expect([idsIn(members), events]).toEqual([
      [3, 2],
      ['1 left', '3 joined', 'changed'],
    ])
    members.replace('a', [member(2), member(3)])
    expect(events).toHaveLength(3)
  })

  test('[LIVE-30] that stops announces its members’ grace periods; its loss doesn’t change them', async () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2), member(3)])
    members.startGrace('a', [{ id: 1, leftMs: 5 }])
    members.startGrace('a', [
      { id: 2, leftMs: 60_000 },
      { id: 4, leftMs: 1 },
    ])
    members.startGraceOfNode('a', 60_000)
    expect(idsIn(members)).toEqual([3, 2, 1])
    members.delete('a', [3])
    await expect.poll(() => events.at(-1)).toBe('1 released by a')
    expect(idsIn(members)).toEqual([2])
    const [left] = members.remainingGrace('a', 1_000)
    expect(left?.leftMs).toBeGreaterThan(50_000)
    expect(left?.leftMs).toBeLessThanOrEqual(60_000)
  })

  test('[LIVE-30] that has a member again within the grace period causes no events', async () => {
    const { members, events } = createRecordedMembers()
    members.add('a', [member(1), member(2)])
    members.startGrace(
      'a',
      [1, 2].map((id) => ({ id, leftMs: 5 })),
    )
    members.add('a', [member(1)])
    await expect.poll(() => events.at(-1)).toBe('2 released by a')
    expect(events).toEqual(['1 joined', '2 joined', 'changed', '2 left', 'changed', '2 released by a'])
  })
})

test('[LIVE-19] the order is the same in whatever order the nodes’ messages arrive', () => {
  const random = createSeededRandom(7)
  const said = Array.from({ length: 300 }, (_, index) => ({
    nodeId: ['a', 'b', 'c'][index % 3] ?? 'a',
    who: member(1 + Math.floor(random() * 150), Math.floor(random() * 40)),
  }))
  // Keeps the last report per node and member: one node's reports arrive in order.
  const once = [...new Map(said.map((one) => [`${one.nodeId} ${one.who.id}`, one])).values()]
  const heard = [once, once.toReversed(), once.toSorted(() => random() - 0.5)].map((order) => {
    const { members } = createRecordedMembers()
    for (const { nodeId, who } of order) members.add(nodeId, [who])
    for (const { nodeId, who } of order)
      if (who.id % 5 === 0 && nodeId !== 'b') members.delete(nodeId, [who.id])
    return idsIn(members)
  })
  expect(heard[1]).toEqual(heard[0])
  expect(heard[2]).toEqual(heard[0])
  expect(heard[0]?.length).toBeGreaterThan(80)
})
