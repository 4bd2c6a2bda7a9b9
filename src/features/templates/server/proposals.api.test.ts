// Templates that teachers propose, on the real server and database: who sees them, and what becomes of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { declineSentenceMaxChars, proposalRetentionDays, proposalsWaitingMax } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { hostFields, personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { TemplateInput } from '../contract.ts'
import type { SentOwnProposal, SentWaitingProposal } from '../proposals-contract.ts'
import type { SentTemplate } from '../template-content.ts'
import { propose, publishProposal } from './proposal-commands.ts'
import { deleteOldProposals, type ProposedTemplate } from './sql/proposals.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada, gail, mia } = await signInPeople(app)
const eve = await signIn(app, 'eve', { ...personFields.ada, name: 'Eve Ebner' })
const at = '/api/templates/drafts'
const answersAt = '/api/admin/templates/drafts'
const texts = {
  title: 'With Hana',
  description: 'An evening together.',
  instructor: 'Hana',
  instructorTitle: 'Teacher',
}
const video: TemplateInput = { ...texts, kind: 'video', videoUrl: '/media/still-water.mp4', duration: 12 }
const silence: TemplateInput = { ...texts, kind: 'silence', blocks: [{ kind: 'sit', minutes: 25 }] }
const live: TemplateInput = {
  ...texts,
  kind: 'live',
  duration: 45,
  liveSource: 'elsewhere',
  meetingUrl: 'https://www.zoom.us/j/12?pwd=secret',
}
let serial = 0
let hana: TestUser

beforeEach(async () => {
  await app.database.query.deleteFrom('template_proposals').execute()
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
})

const post = (template: object = video, as = hana) => request(app, `POST ${at}`, { as, body: { template } })
const proposed = async (template: TemplateInput = video, as = hana) => {
  const { status, body } = await post(template, as)
  expect(status).toBe(201)
  return (body as { id: number }).id
}
const ownOf = async (as = hana) =>
  ((await request(app, `GET ${at}`, { as })).body as { proposals: SentOwnProposal[] }).proposals
const waiting = async () =>
  ((await request(app, `GET ${answersAt}`, { as: ada })).body as { proposals: SentWaitingProposal[] })
    .proposals
const change = (id: number, body: object, as = hana) =>
  request(app, `PUT ${at}/${id}`, { as, body: { template: video, version: 1, ...body } })
const withdraw = (id: number, as = hana) => request(app, `DELETE ${at}/${id}`, { as })
const publish = (id: number, body: object = {}, as = ada) =>
  request(app, `POST ${answersAt}/${id}/publish`, { as, body: { version: 1, ...body } })
const decline = (id: number, sentence: string, as = ada) =>
  request(app, `POST ${answersAt}/${id}/decline`, { as, body: { version: 1, sentence } })
const templates = async () =>
  (await request(app, 'GET /api/admin/templates', { as: ada })).body as SentTemplate[]
const actions = async () => app.database.query.selectFrom('activities').selectAll().orderBy('id').execute()
const pathOf = ({ body }: { body: unknown }) => (body as { issues: { path: string }[] }).issues[0]?.path

describe('a proposal', () => {
  test.each([
    ['a video', video],
    ['a silence', silence],
    ['a live sitting', live],
  ])('[TEACH-08] of %s is seen by administrators and its teacher alone', async (_, template) => {
    const before = await templates()
    const id = await proposed(template)
    expect(await waiting()).toMatchObject([
      { id, teacher: { id: hana.userId, name: hana.name, mayHold: true }, version: 1 },
    ])
    expect((await waiting())[0]?.template).toMatchObject({ ...texts, kind: template.kind })
    expect(await ownOf()).toMatchObject([
      { id, state: 'waiting', sentence: null, decidedAt: null, isSeen: false },
    ])
    expect(await ownOf(gail)).toEqual([])
    for (const as of [hana, gail, mia])
      expect((await request(app, `GET ${answersAt}`, { as })).status).toBe(403)
    expect(await templates()).toEqual(before)
  })

  test('[TEACH-08] can’t be scheduled: it is no template', async () => {
    await app.database.query.deleteFrom('meditation_templates').execute()
    const id = await proposed()
    const row = { date: addDays(app.calendar.today(), 3), templateId: id }
    expect(await request(app, 'POST /api/admin/schedules', { as: ada, body: row })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'templateId' }] },
    })
    const createdAt = new Date(app.clock.now())
    await expect(
      app.database.query
        .insertInto('schedules')
        .values({ ...row, createdAt })
        .execute(),
    ).rejects.toThrow('foreign key')
  })

  test.each([
    ['a video without its address', { ...video, videoUrl: '' }, 'template.videoUrl'],
    ['a silence of no minutes', { ...silence, blocks: [] }, 'template.blocks'],
    ['a live sitting of 181 minutes', { ...live, duration: 181 }, 'template.duration'],
    ['no title', { ...video, title: ' ' }, 'template.title'],
    [
      'a step that is too long',
      { ...video, sessionSteps: [{ title: 'a'.repeat(201), description: '' }] },
      'template.sessionSteps.0.title',
    ],
  ])('[TEACH-08] of %s is refused beside its field', async (_, template, path) => {
    const response = await post(template)
    expect(response.status).toBe(400)
    expect(pathOf(response)).toBe(path)
    expect(await ownOf()).toEqual([])
  })

  test('[TEACH-08] is changed and withdrawn by its teacher alone', async () => {
    const id = await proposed()
    expect((await change(id, {}, gail)).status).toBe(404)
    expect((await withdraw(id, gail)).status).toBe(404)
    expect((await change(id, { template: { ...video, title: 'With Hana again' } })).status).toBe(200)
    expect(await ownOf()).toMatchObject([{ version: 2, template: { title: 'With Hana again' } }])
    expect(await change(id, {})).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await withdraw(id)).status).toBe(200)
    expect([await ownOf(), await waiting()]).toEqual([[], []])
    expect((await publish(id)).status).toBe(404)
  })

  test('[TEACH-08] is one of ten that may wait, also of two at once', async () => {
    for (let count = 1; count < proposalsWaitingMax; count += 1) await proposed(silence)
    const context = { teacherId: hana.userId, now: new Date(app.clock.now()) }
    const [stored] = await ownOf()
    const template = stored?.template as ProposedTemplate
    const outcome = await raceUncommittedChange(
      app,
      (tx) => propose(tx, context, template),
      () => post(),
    )
    expect(outcome).toMatchObject({
      status: 'fulfilled',
      value: { status: 409, body: { code: 'too_many_proposals' } },
    })
    const [newest] = await ownOf()
    await withdraw(newest?.id ?? 0)
    expect((await post()).status).toBe(201)
  })

  test.each([
    [
      'loses the mark',
      () => request(app, `PUT /api/admin/users/${hana.userId}`, { as: ada, body: { mayHost: false } }),
    ],
    [
      'is banned',
      () =>
        request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
          as: ada,
          body: { reason: 'Unkind words' },
        }),
    ],
  ])('[TEACH-08] still waits when its teacher %s', async (_, lose) => {
    const id = await proposed()
    expect((await lose()).status).toBe(200)
    expect(await waiting()).toMatchObject([{ id, teacher: { mayHold: false } }])
    expect((await withdraw(id)).status).toBe(403)
    expect((await publish(id)).status).toBe(201)
  })

  test('[TEACH-08, USR-15] goes with its teacher’s account; what was published stays', async () => {
    await proposed()
    const published = await proposed({ ...silence, title: `Kept ${serial}` })
    await publish(published)
    await request(app, `DELETE /api/admin/users/${hana.userId}`, { as: ada })
    expect(await app.database.query.selectFrom('template_proposals').selectAll().execute()).toEqual([])
    expect((await templates()).some(({ title }) => title === `Kept ${serial}`)).toBe(true)
  })
})

describe('an answer', () => {
  test('[TEACH-08, I23] publishes it as proposed, with one entry that names its teacher and no link', async () => {
    const id = await proposed(live)
    const before = await actions()
    const { status, body } = await publish(id)
    expect(status).toBe(201)
    const templateId = (body as { id: number }).id
    expect((await templates()).find((template) => template.id === templateId)).toMatchObject(live)
    const added = (await actions()).slice(before.length)
    expect(added).toMatchObject([
      {
        action: 'template.publish',
        actorId: ada.userId,
        targetId: templateId,
        label: live.title,
        after: { proposedBy: hana.userId },
      },
    ])
    expect(JSON.stringify(added)).not.toContain('secret')
    expect(await waiting()).toEqual([])
    expect(await ownOf()).toMatchObject([{ id, state: 'published', sentence: null, isSeen: false }])
    expect(await change(id, {})).toMatchObject({ status: 409, body: { code: 'proposal_decided' } })
    expect((await withdraw(id)).status).toBe(409)
  })

  test('[TEACH-08] publishes it with what the administrator changed', async () => {
    const id = await proposed()
    const response = await publish(id, { template: { ...silence, title: '' } })
    expect(response.status).toBe(400)
    expect(pathOf(response)).toBe('template.title')
    const { body } = await publish(id, { template: { ...silence, title: 'Twenty-five minutes' } })
    const templateId = (body as { id: number }).id
    expect((await templates()).find((template) => template.id === templateId)).toMatchObject({
      title: 'Twenty-five minutes',
      kind: 'silence',
    })
    expect((await ownOf())[0]?.template.title).toBe(video.title)
  })

  test('[TEACH-08] declines it with a sentence, which only its teacher reads', async () => {
    const id = await proposed()
    for (const sentence of ['  ', 'a'.repeat(declineSentenceMaxChars + 1)]) {
      const response = await decline(id, sentence)
      expect(response.status).toBe(400)
      expect(pathOf(response)).toBe('sentence')
    }
    const before = await actions()
    expect((await decline(id, 'We have a similar one.')).status).toBe(200)
    expect(await ownOf()).toMatchObject([
      {
        state: 'declined',
        sentence: 'We have a similar one.',
        decidedAt: new Date(app.clock.now()).toISOString(),
      },
    ])
    const added = (await actions()).slice(before.length)
    expect(added).toMatchObject([
      { action: 'template.decline', label: null, targetId: null, after: { proposedBy: hana.userId } },
    ])
    expect(JSON.stringify(added)).not.toMatch(/similar|With Hana/)
    expect(await waiting()).toEqual([])
  })

  test('[TEACH-08] is given once: the second of two administrators learns what the first one decided', async () => {
    const id = await proposed()
    const context = { adminId: ada.userId, now: new Date(app.clock.now()) }
    const outcome = await raceUncommittedChange(
      app,
      (tx) => publishProposal(tx, context, { id, version: 1, template: null }),
      () => decline(id, 'We have a similar one.', eve),
    )
    expect(outcome).toMatchObject({
      value: {
        status: 409,
        body: {
          code: 'proposal_decided',
          message: 'An administrator has already published this proposal.',
        },
      },
    })
    expect((await publish(id)).status).toBe(409)
    expect(await ownOf()).toMatchObject([{ state: 'published', sentence: null }])
  })

  test('[TEACH-08] is refused over a version that its teacher has changed', async () => {
    const id = await proposed()
    await change(id, { template: silence })
    for (const response of [await publish(id), await decline(id, 'Not a video.')])
      expect(response).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect((await publish(id, { version: 2 })).status).toBe(201)
  })

  test.each([
    ['publish', {}],
    ['decline', { sentence: 'We have a similar one.' }],
  ])('[TEACH-08, CHAT-27] is refused to who is no administrator any more: %s', async (answer, body) => {
    const id = await proposed()
    const response = await requestWhileDemoted(app, `POST ${answersAt}/${id}/${answer}`, {
      version: 1,
      ...body,
    })
    expect(response.status).toBe(403)
    expect(await waiting()).toHaveLength(1)
  })

  test('[TEACH-08, USR-15] stays when the administrator’s account is erased, without their number', async () => {
    const id = await proposed()
    const zoe = await signIn(app, `zoe-${serial}`, { ...personFields.ada, name: 'Zoe Zander' })
    await decline(id, 'We have a similar one.', zoe)
    await app.database.query
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', '=', zoe.userId)
      .execute()
    expect((await request(app, `DELETE /api/admin/users/${zoe.userId}`, { as: ada })).status).toBe(200)
    const rows = await app.database.query.selectFrom('template_proposals').select('decidedBy').execute()
    expect(rows).toEqual([{ decidedBy: null }])
    expect(await ownOf()).toMatchObject([{ state: 'declined', sentence: 'We have a similar one.' }])
  })

  test('[TEACH-08] is seen once by its teacher, and deleted 30 days later', async () => {
    const id = await proposed()
    const stays = await proposed()
    const see = (as: TestUser) => request(app, `PUT ${at}/${id}/seen`, { as, body: { isSeen: true } })
    expect((await see(hana)).status).toBe(404)
    await decline(id, 'We have a similar one.')
    expect((await see(gail)).status).toBe(404)
    for (const _ of [1, 2]) expect((await see(hana)).status).toBe(200)
    expect((await ownOf()).find((own) => own.id === id)?.isSeen).toBe(true)
    const deleteAt = (ms: number) =>
      deleteOldProposals(app.database.query, daysBefore(new Date(ms), proposalRetentionDays), 10)
    const dayMs = 86_400_000
    expect(await deleteAt(app.clock.now() + proposalRetentionDays * dayMs)).toBe(0)
    expect(await deleteAt(app.clock.now() + proposalRetentionDays * dayMs + 1)).toBe(1)
    expect((await ownOf()).map((own) => own.id)).toEqual([stays])
  })
})
