import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { schedulesCalls } from '../../contract.ts'
import { FailedVideoHint } from './failed-video-hint.tsx'

test('[SCH-37] a host reads that a video that failed the check fails for everyone; of its schedule alone', async () => {
  const day = '2026-11-21'
  startFakeServer().respond(schedulesCalls.schedules, [
    buildSchedule(day, { id: 7 }),
    buildSchedule(day, { id: 8, videoFailedAt: '2026-11-20T18:00:00.000Z' }),
  ])
  renderScreen(
    [7, 8].map((scheduleId) => (
      <section key={scheduleId} aria-label={`${scheduleId}`}>
        <FailedVideoHint {...{ day, scheduleId }} />
      </section>
    )),
  )
  const hint = await screen.findByText(
    'The video doesn’t respond, for everyone in the room. Checked on November 20.',
  )
  expect(hint.closest('section')?.getAttribute('aria-label')).toBe('8')
})
