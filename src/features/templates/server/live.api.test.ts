// Live templates and links to meetings, on the real server and database.
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const at = '/api/admin/templates'
const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const texts = {
  title: 'With Ana',
  description: 'An evening together.',
  instructor: 'Ana',
  instructorTitle: 'Meditation Teacher',
}
const live = {
  ...texts,
  kind: 'live',
  duration: 45,
  liveSource: 'elsewhere',
  meetingUrl: 'https://www.zoom.us/j/12?pwd=secret',
}
const create = (body: object) => request(app, `POST ${at}`, { as: people.ada, body })

test('[TEACH-11, TEACH-12] a live template is as long as typed, and the log has no link', async () => {
  const { status, body } = await create(live)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    kind: 'live',
    videoUrl: '',
    blocks: null,
    liveSource: 'elsewhere',
    bellBy: 'clock',
    meetingUrl: live.meetingUrl,
    duration: 45,
    mediaSeconds: 2_700,
  })
  const { id } = body as { id: number }
  const change = { ...live, meetingUrl: 'https://meet.jit.si/other-secret' }
  expect((await request(app, `PUT ${at}/${id}`, { as: people.ada, body: change })).body).toMatchObject(change)
  const log = await app.database.query.selectFrom('activities').selectAll().execute()
  expect(JSON.stringify(log)).not.toContain('secret')
})

test.each([
  ['a length of 0', { duration: 0 }, 'duration'],
  ['a length of 181 minutes', { duration: 181 }, 'duration'],
  ['no source', { liveSource: undefined }, 'liveSource'],
  ['another word as its source', { liveSource: 'there' }, 'liveSource'],
  ['a playlist over http', { liveSource: 'http://live.example.com/a.m3u8' }, 'liveSource'],
  ['a playlist on an inner network', { liveSource: 'https://10.0.0.1/a.m3u8' }, 'liveSource'],
  ['a playlist at a port', { liveSource: 'https://live.example.com:8443/a.m3u8' }, 'liveSource'],
  ['a file as its source', { liveSource: 'https://live.example.com/a.mp4' }, 'liveSource'],
  ['a file of this site as its source', { liveSource: '/media/a.m3u8' }, 'liveSource'],
  ['a video of YouTube as its source', { liveSource: 'https://youtu.be/abcdefghijk' }, 'liveSource'],
  ['a bell by no one', { bellBy: 'nobody' }, 'bellBy'],
  ['a picture that stays perhaps', { pictureInSharing: 'perhaps' }, 'pictureInSharing'],
  ['a link over http', { meetingUrl: 'http://zoom.us/j/1' }, 'meetingUrl'],
  ['a link with a user part', { meetingUrl: 'https://ana@zoom.us/j/1' }, 'meetingUrl'],
  ['blocks', { blocks: [{ kind: 'sit', minutes: 20 }] }, 'blocks'],
  ['a video as well', { videoUrl: '/media/still-water.mp4' }, 'videoUrl'],
])('[TEACH-11, TEACH-12] a live template with %s is refused beside its field', async (_, changes, path) => {
  const { status, body } = await create({ ...live, ...changes })
  expect(status).toBe(400)
  expect((body as { issues: object[] }).issues[0]).toMatchObject({ path })
})

test('[TEACH-12] a copy and an import are live, with their link', async () => {
  const { body } = await create(live)
  const { id } = body as { id: number }
  const kept = { kind: 'live', duration: 45, meetingUrl: live.meetingUrl, mediaSeconds: 2_700 }
  expect(await request(app, `POST ${at}/${id}/duplicate`, { as: people.ada })).toMatchObject({
    status: 201,
    body: { ...kept, title: 'With Ana (Copy)' },
  })
  const row = { ...live, title: 'Imported', audioUrl: null, thumbnailUrl: null, keepsTempo: false }
  const templates = [row, { ...texts, title: 'Tea', duration: 3, videoUrl: '/media/still-water.mp4' }]
  expect(await request(app, `POST ${at}/import`, { as: people.ada, body: { templates } })).toMatchObject({
    status: 201,
  })
  const listed = (await request(app, `GET ${at}`, { as: people.ada })).body as { title: string }[]
  expect(listed.find(({ title }) => title === 'Imported')).toMatchObject(kept)
  expect(listed.find(({ title }) => title === 'Tea')).toMatchObject({ kind: 'video', meetingUrl: null })
})

test('[TEACH-13] a meeting as a video is 400 with its name, alone and in an import', async () => {
  const video = { ...texts, duration: 12, videoUrl: 'https://meet.google.com/abc-defg-hij' }
  const message = 'This is a meeting on Google Meet, not a video. A live template leads members there.'
  expect(await create(video)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'videoUrl', message }] },
  })
  const body = { templates: [video] }
  expect(await request(app, `POST ${at}/import`, { as: people.ada, body })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'templates.0.videoUrl', message }] },
  })
})

test.each([
  [{ liveSource: 'here', bellBy: 'teacher', pictureInSharing: true }],
  [{ liveSource: 'https://live.example.com/ana/index.m3u8?token=1', bellBy: 'clock' }],
])('[STREAM-01] [STREAM-23] a live template of %j needs no link', async (changes) => {
  const { meetingUrl: _, ...without } = live
  expect(await create({ ...without, ...changes })).toMatchObject({
    status: 201,
    body: { pictureInSharing: false, ...changes, meetingUrl: null },
  })
})

test.each([
  ['here', undefined, 201],
  ['elsewhere', undefined, 400],
  ['elsewhere', live.meetingUrl, 201],
])(
  '[STREAM-01] [TEACH-11] a sitting that is seen %s, with the link %s, is scheduled: %s',
  async (liveSource, link, status) => {
    const { meetingUrl: _, ...without } = live
    const { body } = await create({ ...without, liveSource, ...(link && { meetingUrl: link }) })
    const { id: templateId } = body as { id: number }
    const schedule = { date: '2027-04-01', templateId, scheduledTime: '20:00', together: true }
    const scheduled = await request(app, 'POST /api/admin/schedules', { as: people.ada, body: schedule })
    expect(scheduled.status).toBe(status)
    if (status === 400) return
    const { id } = scheduled.body as { id: number }
    await request(app, `DELETE /api/admin/schedules/${id}`, { as: people.ada })
  },
)
