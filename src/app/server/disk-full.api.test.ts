// Full disk, simulated by PostgreSQL's own error: writes fail, and everything else keeps working.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { dataUrl, noiseJpeg } from '#test/data/pictures.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const lostId = '11111111-1111-4111-8111-111111111111'

test('[F17] writes fail with 503, reads and sockets keep working, and no write is left incomplete', async () => {
  const app = await startTestApp({ isUnlimited: true })
  const { mia } = await signInPeople(app)
  const socket = await joinLive(app, mia, today)
  const { query } = app.database
  const tables = ['mood_entries', 'chat_messages', 'users', 'media_files'].map((name) => sql.table(name))
  await sql`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(query)
  for (const table of tables)
    await sql`create trigger full_disk before insert or update on ${table} execute function fill_disk()`.execute(
      query,
    )

  const entry = { sessionDate: today, emotionLevel: 6, moodType: 'pre', notes: null, comment: 'Calm' }
  const noteEnergy = () => request(app, 'POST /api/mood/entry', { as: mia, body: entry })
  const profile = {
    name: mia.name,
    email: mia.email,
    profilePicture: dataUrl(await noiseJpeg(64, 64)),
    profileCompleted: true,
    firebaseUid: mia.uid,
  }
  const upload = () => request(app, 'PUT /api/user/profile', { as: mia, body: profile })
  for (const write of [noteEnergy, upload]) {
    const { status, body, headers } = await write()
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(headers.get('retry-after')).toBe('2')
  }
  sendChatMessage(socket, 'Is anybody there?', lostId)
  expect(await socket.next('error')).toMatchObject({ code: 'unavailable', clientMessageId: lostId })
  expect((await request(app, 'GET /api/mood/sessions', { as: mia })).status).toBe(200)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)

  for (const table of tables) await sql`drop trigger full_disk on ${table}`.execute(query)
  const before = await query.selectFrom('media_files').select('sha256').execute()
  sendChatMessage(socket, 'Is anybody there?', lostId)
  expect((await socket.next('new-message')).message.message).toBe('Is anybody there?')
  expect((await noteEnergy()).status).toBe(201)
  expect((await upload()).status).toBe(200)
  const after = await query.selectFrom('media_files').select('sha256').execute()
  expect(after.length).toBe(before.length + 1)
  await app.close()
})
