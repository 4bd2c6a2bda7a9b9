// The daily check of the coming days' videos, and the mark that administrators read.
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { ProbeResult } from '#server/outgoing/probe.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { checkScheduledVideos } from './check-videos.ts'
import { deleteOldVideoChecks, saveVideoChecks } from './sql/video-checks.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const today = '2026-11-21'
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['schedules', 'meditation_templates', 'video_checks'] as const)
    await app.database.query.deleteFrom(table).execute()
})

const assetsDir = join(import.meta.dirname, '../../../../assets')

/** Runs the check as the job does; returns the addresses that were asked. */
async function check(respond: (url: string) => ProbeResult = () => 200): Promise<string[]> {
  const asked: string[] = []
  const now = new Date(app.clock.now())
  const checks = await checkScheduledVideos(
    app.database.query,
    {
      assetsDir,
      publicUrl: app.url,
      probe: async (url) => {
        asked.push(url)
        return respond(url)
      },
    },
    { today, signal: new AbortController().signal, nowMs: now.getTime() },
  )
  await saveVideoChecks(app.database.query, checks, now)
  return asked
}

const schedule = (day: string, videoUrl: string) => makeMeditation(app, { day, videoUrl })
async function failedAt(): Promise<Record<string, string | null>> {
  const { body } = await request(app, 'GET /api/admin/schedules', { as: people.ada })
  const rows = body as { date: string; videoFailedAt: string | null }[]
  return Object.fromEntries(rows.map((row) => [row.date, row.videoFailedAt]))
}

test('[SCH-37] files and playlists of today and the next three days are checked; YouTube is never asked', async () => {
  await schedule(today, '/media/still-water.mp4')
  await schedule('2026-11-22', '/media/gone-100%.mp4')
  await schedule('2026-11-23', 'https://videos.example.org/gone.m3u8')
  await schedule('2026-11-24', 'https://www.youtube.com/watch?v=abcdefghijk')
  await schedule('2026-11-25', 'https://videos.example.org/later.mp4')
  expect(await check(() => 404)).toEqual(['https://videos.example.org/gone.m3u8'])
  expect(await failedAt()).toEqual({
    [today]: null,
    '2026-11-22': defaultTestTime,
    '2026-11-23': defaultTestTime,
    '2026-11-24': null,
    '2026-11-25': null,
  })
})

test('[SCH-37] each is asked once a day; another video, or a response, ends the mark', async () => {
  await schedule(today, 'https://videos.example.org/a.mp4')
  await check(() => 404)
  app.clock.advance(3_600_000)
  expect(await check()).toEqual([])
  expect(await failedAt()).toEqual({ [today]: defaultTestTime })
  const setVideo = (videoUrl: string) =>
    app.database.query.updateTable('meditation_templates').set({ videoUrl }).execute()
  await setVideo('https://videos.example.org/b.mp4')
  expect(await failedAt()).toEqual({ [today]: null })
  await setVideo('https://videos.example.org/a.mp4')
  app.clock.advance(22 * 3_600_000)
  expect(await check()).toEqual(['https://videos.example.org/a.mp4'])
  expect(await failedAt()).toEqual({ [today]: null })
})

test('[SCH-37] without any response from outside there is no mark, and results go after a week', async () => {
  await schedule(today, 'https://videos.example.org/a.mp4')
  await schedule('2026-11-22', '/media/own/not-here.mp4')
  await check(() => 'unreachable')
  // The file of /media/own/ is asked for at the server's own address.
  expect(await failedAt()).toEqual({ [today]: null, '2026-11-22': defaultTestTime })
  const { query } = app.database
  expect(await deleteOldVideoChecks(query, new Date(defaultTestTime), 1_000)).toBe(0)
  expect(await deleteOldVideoChecks(query, new Date(app.clock.now() + 1), 1_000)).toBe(2)
})
