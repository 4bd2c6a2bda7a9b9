// Support: a decision with kind words, where someone worries about a member.
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { makeMessage } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople } from '#test/people/people.ts'
import { caseCallsOf } from '../test/case-calls.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const { mia, mo } = people
const gus = await signIn(app, 'gus', { name: 'Gus Garden', isGardenAngel: true })
const { report, queue, decide, undo, told, readAllRows, reported, clear } = caseCallsOf(app, people)
const allEntries = async () =>
  (await app.database.query.selectFrom('activities').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )
let entriesBefore = 0
/** The entries of the log since the test began. */
const entries = async () => (await allEntries()).slice(entriesBefore)
beforeEach(async () => {
  await clear()
  entriesBefore = (await allEntries()).length
})

const worry = () => reported('I can’t go on', 'worrying')
const offer = { version: 1, action: 'support', sentence: 'Call me any time.' }

test('[MOD-05] [MOD-06] support is kind words to the member, without their message or a reason, as one decision', async () => {
  const { id } = await worry()
  expect(await decide(id, offer)).toMatchObject({
    status: 200,
    body: {
      version: 2,
      message: { isDeleted: false },
      decision: { action: 'support', reason: null, sentence: 'Call me any time.', mayBeUndone: true },
    },
  })
  const again = { status: 409, body: { code: 'changed_meanwhile' } }
  expect(await decide(id, offer, gus)).toMatchObject(again)
  expect(await decide(id, { ...offer, version: 2 }, gus)).toMatchObject(again)
  expect((await told(mia)).messages).toEqual([
    expect.objectContaining({
      kind: 'supported',
      text: '',
      reason: null,
      sentence: 'Call me any time.',
      isSeen: false,
    }),
  ])
  expect((await told(mo)).messages.map(({ kind }) => kind)).toEqual(['thanked'])
  expect(await entries()).toEqual(['user.support'])
})

test('[MOD-05] support has no reason, and is offered where someone worries about the member alone', async () => {
  const { id } = await worry()
  const other = await reported('Go away')
  const before = await readAllRows()
  expect(await decide(id, { ...offer, reason: 'unkind' })).toMatchObject({
    status: 400,
    body: { code: 'invalid' },
  })
  expect(await decide(other.id, offer)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await readAllRows()).toEqual(before)
  // One worry among other reports is enough.
  await report(other.messageId, gus, { reason: 'worrying' })
  expect((await decide(other.id, offer)).status).toBe(200)
})

test('[MOD-12] support is for staff, too, but not by themselves', async () => {
  await report(await makeMessage(app, gus), mo, { reason: 'worrying' })
  const [{ id } = { id: 0 }] = await queue()
  expect((await decide(id, offer, gus)).status).toBe(403)
  expect((await decide(id, offer)).status).toBe(200)
  expect((await told(gus)).messages.map(({ kind }) => kind)).toEqual(['supported'])
})

test('[MOD-09] support that is undone is no longer shown, and its member isn’t told', async () => {
  const { id } = await worry()
  await decide(id, offer)
  expect(await undo(id, 2, gus)).toMatchObject({
    status: 200,
    body: { version: 3, decision: { action: 'support', undoneBy: { name: gus.name } } },
  })
  expect((await told(mia)).messages).toEqual([])
  expect((await told(mo)).messages.map(({ kind }) => kind)).toEqual(['thanked'])
  expect(await entries()).toEqual(['user.support', 'user.undo'])
  const late = await worry()
  await decide(late.id, offer)
  app.clock.advance(24 * hourMs + 1)
  expect(await undo(late.id, 2)).toMatchObject({ status: 409, body: { code: 'undo_over' } })
})
