// Schedules and templates as the server returns them, for tests of lists and calendars.
import type { Schedule } from '#features/schedules/contract.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import type { SentTemplate } from '#features/templates/template-content.ts'

interface ScheduleFields {
  id?: number
  time?: string
  title?: string
  minutes?: number
  instructor?: string
  isActive?: boolean
  videoFailedAt?: string
  seriesId?: number
}

let lastId = 0

/** A schedule on a day; by default at midnight, active, 30 minutes, with Lena Oduya. */
export function buildSchedule(date: string, overrides: ScheduleFields = {}): Schedule {
  lastId += 1
  const { id = lastId, time = '00:00', title = 'Morning light', minutes = 30 } = overrides
  return {
    id,
    date,
    templateId: 1,
    scheduledTime: time,
    timeZone: null,
    dayShift: 0,
    isActive: overrides.isActive ?? true,
    meetingUrl: null,
    repeatWeeks: 0,
    repeatCount: 1,
    createdAt: '2026-11-01T12:00:00.000Z',
    ...sittingDefaults,
    host: null,
    sitting: null,
    videoFailedAt: overrides.videoFailedAt ?? null,
    version: 1,
    seriesId: overrides.seriesId ?? null,
    template: { title, language: null, duration: minutes, instructor: overrides.instructor ?? 'Lena Oduya' },
  }
}

/** A template of 30 minutes without a thumbnail. */
export function buildTemplate(id: number, title: string): SentTemplate {
  return {
    id,
    title,
    description: '',
    duration: 30,
    difficulty: 'Beginner',
    kind: 'video',
    blocks: null,
    liveSource: null,
    bellBy: null,
    meetingUrl: null,
    videoUrl: '/media/still-water.mp4',
    thumbnailUrl: null,
    captionsUrl: null,
    translations: {},
    audioUrl: null,
    instructor: 'Lena Oduya',
    instructorTitle: 'Teacher',
    sessionSteps: [],
    mediaSeconds: null,
    keepsTempo: false,
    megabytes: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    version: 1,
  }
}
