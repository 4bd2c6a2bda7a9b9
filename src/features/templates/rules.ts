// Template rules: search, titles of copies, fixed fields of imported templates, and statistics.
import { livePlaceOf } from '#features/sittings/live-place.ts'
import { meetingSite } from '#features/sittings/meeting.ts'
import { templateTitleMaxChars } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t, message, type Message } from '#shared/i18n/t.ts'
import { foldForSearch } from '#shared/search-fold.ts'
import { truncateUtf16 } from '#shared/text.ts'
import type { TemplateFields } from './contract.ts'
import { type Megabytes, type Template, difficulties, type Difficulty } from './template-content.ts'

/**
 * Finds templates whose title, in any language, or instructor contains the text, ignoring case and accents; an empty
 * text finds all.
 */
export function searchTemplates<
  Found extends { title: string; instructor: string; translations?: Template['translations'] },
>(templates: readonly Found[], text: string): readonly Found[] {
  const query = foldForSearch(text)
  if (query === '') return templates
  return templates.filter(({ title, instructor, translations = {} }) =>
    [title, instructor, ...Object.values(translations).map((translation) => translation?.title ?? '')].some(
      (field) => foldForSearch(field).includes(query),
    ),
  )
}

/** The title of a copy (TPL-11); a long title is cut to make room for the suffix. */
export function copyTitle(title: string): string {
  const copyOf = (original: string) => t('{title} (Copy)', { title: original })
  const maxChars = templateTitleMaxChars - copyOf('').length
  return copyOf(title.length <= maxChars ? title : truncateUtf16(title, maxChars).trimEnd())
}

/** More dates would hide the rest of the sentence. */
const datesListedMax = 5

/** The message of the 409 for a template scheduled on `dates`, in their order (TPL-13). */
export function templateInUseMessage(dates: readonly string[]): string {
  const named = dates.slice(0, datesListedMax).map((date) => formatDay(date, 'full'))
  const listed = named.join('; ')
  const more = dates.length - named.length
  if (dates.length === 1)
    return t('This template is scheduled for {day}. Please schedule another one in its place first.', {
      day: listed,
    })
  return more === 0
    ? t(
        'This template is scheduled for these dates: {days}. Please schedule another one in its place first.',
        { days: listed },
      )
    : t(
        'This template is scheduled for these dates: {days}; and {count} more. Please schedule another one in its place first.',
        { days: listed, count: more },
      )
}

/** Why a live template keeps its meeting link: `count` coming days have none of their own (TEACH-11). */
export function missingMeetingsMessage(count: number): string {
  return t(
    '{count, plural, one {# coming day has no meeting link of its own and needs one here.} other {# coming days have no meeting link of their own and need one here.}}',
    { count },
  )
}

const importedSteps = () => [
  {
    number: 1,
    title: t('Preparation'),
    description: t('Find a quiet place, and sit with your back long.'),
  },
  {
    number: 2,
    title: t('Practice'),
    description: t('Follow the guidance. When the mind wanders, come back to it.'),
  },
  {
    number: 3,
    title: t('Integration'),
    description: t('Stay a moment longer, and notice what you take with you.'),
  },
]

/** The fields that every imported template gets, whatever its row says (TPL-17). */
export function importedFields() {
  return { difficulty: 'Beginner', sessionSteps: importedSteps() } satisfies Partial<TemplateFields>
}

export const difficultyLabels: Readonly<Record<Difficulty, Message>> = {
  Beginner: message('Beginner'),
  Intermediate: message('Intermediate'),
  Advanced: message('Advanced'),
}

/** The length of a video: '2 min 48 s', '22 min', '6 s'. */
export function formatVideoLength(seconds: number): string {
  const whole = Math.round(seconds)
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes === 0) return t('{seconds} s', { seconds: rest })
  return rest === 0
    ? t('{minutes} min', { minutes })
    : t('{minutes} min {seconds} s', { minutes, seconds: rest })
}

/** What a member loads of a video: '180 MB', '180 MB, sound only 12 MB'; null where that isn't known (SMALL-03). */
export function formatMegabytes(megabytes: Megabytes | null): string | null {
  if (megabytes === null) return null
  const [video, sound] = [megabytes.video, megabytes.sound].map((size) => size && formatNumber(size))
  if (video && sound) return t('{video} MB, sound only {sound} MB', { video, sound })
  if (video) return t('{video} MB', { video })
  return sound ? t('Sound only {sound} MB', { sound }) : null
}

/** The minutes of a measured video, at least one. */
export function minutesOfVideo(mediaSeconds: number): number {
  return Math.max(1, Math.round(mediaSeconds / 60))
}

interface LengthOfVideo {
  /** In minutes. */
  duration: number
  /** As measured; null while unknown. */
  mediaSeconds: number | null
}

/**
 * The warning for a template whose minutes differ from its measured video by more than a fifth. Null without one, and
 * while either isn't known (TPL-29).
 */
export function lengthWarning({ duration, mediaSeconds }: LengthOfVideo): string | null {
  if (mediaSeconds === null || Number.isNaN(duration)) return null
  if (Math.abs(mediaSeconds - duration * 60) <= mediaSeconds / 5) return null
  return t(
    '{minutes, plural, one {Members would see # minute, but the video lasts {length}.} other {Members would see # minutes, but the video lasts {length}.}}',
    { minutes: duration, length: formatVideoLength(mediaSeconds) },
  )
}

/** Whether the video is more than a minute longer or shorter than the template says. */
export function hasOtherLength({ duration, mediaSeconds }: LengthOfVideo): boolean {
  return mediaSeconds !== null && Math.abs(mediaSeconds - duration * 60) > 60
}

/** The ids of the templates that play a silence; of a garden angel's summaries none. */
export function idsOfSilences(templates: readonly ({ id: number } | Template)[]): number[] {
  return templates.flatMap((template) =>
    'plays' in template && template.plays.kind === 'silence' ? [template.id] : [],
  )
}

/** Where the teacher of a template is seen, and where its sittings meet, in a list; null for nothing to say. */
export function placeLine({
  liveSource,
  meetingUrl,
}: {
  /** Null unless it is live. */
  liveSource: string | null
  meetingUrl: string | null
}): string | null {
  const site = meetingUrl === null ? null : meetingSite(meetingUrl)
  const meets = site === null ? null : t('Meets on {site}', { site })
  if (liveSource === null) return meets
  const place = livePlaceOf(liveSource)
  if (place === 'elsewhere')
    return site === null ? t('Live, with a meeting link on each schedule') : t('Live on {site}', { site })
  const seen =
    place === 'here' ? t('Live from this site') : t('Live from {site}', { site: meetingSite(liveSource) })
  return meets === null ? seen : `${seen} · ${meets}`
}

export interface TemplateStats {
  count: number
  /** Null without templates. */
  averageMinutes: number | null
  /** From Beginner to Advanced; always all three, also with a count of 0. */
  byDifficulty: readonly { difficulty: Difficulty; count: number }[]
}

/** Statistics of the active templates; `duration` in minutes. */
export function templateStatsOf(
  templates: readonly { duration: number; difficulty: Difficulty }[],
): TemplateStats {
  const minutes = templates.reduce((sum, { duration }) => sum + duration, 0)
  return {
    count: templates.length,
    averageMinutes: templates.length === 0 ? null : Math.round(minutes / templates.length),
    byDifficulty: difficulties.map((difficulty) => ({
      difficulty,
      count: templates.filter((template) => template.difficulty === difficulty).length,
    })),
  }
}
