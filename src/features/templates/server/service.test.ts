// Template service: validation of inserted templates.
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { addTemplates } from './service.ts'

const app = await openTestApp()

const template = {
  title: 'Morning light on still water',
  description: 'A slow, guided breath.',
  duration: 3,
  difficulty: 'Beginner',
  videoUrl: '/media/still-water.mp4',
  captionsUrl: null,
  thumbnailUrl: null,
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
  sessionSteps: [],
} as const

const add = (templates: readonly unknown[]) =>
  addTemplates(app.database.query, templates, new Date('2026-11-21T18:00:00Z'))

const storedVideos = async () =>
  (await app.database.query.selectFrom('meditation_templates').select('videoUrl').execute()).map(
    ({ videoUrl }) => videoUrl,
  )

test('[T29] one invalid address rejects all templates and is named', async () => {
  const bad = { ...template, videoUrl: 'javascript:alert(1)', captionsUrl: 'https://10.0.0.7/a.vtt' }
  await expect(add([template, bad])).rejects.toMatchObject({
    errorResponse: {
      status: 400,
      body: { issues: [{ path: '1.videoUrl' }, { path: '1.captionsUrl' }] },
    },
  })
  expect(await storedVideos()).toEqual([])
})

test('[T29] addresses are stored as validated', async () => {
  const ids = await add([{ ...template, videoUrl: ' /media/still-water.mp4 ' }])
  expect(ids).toHaveLength(1)
  expect(await storedVideos()).toEqual(['/media/still-water.mp4'])
})
