// The words of notifications: title, time in the member's zone, and nothing about any person (REM-11).
import { zoneCity } from '#shared/city-names.ts'
import { dayInZone, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t, message, translate, type Message } from '#shared/i18n/t.ts'
import { contentText, type Translations } from '#shared/i18n/translations.ts'
import type { SkyMoment } from '#shared/scene/sky-picture.ts'
import type { ChangeKind, NotificationKind } from './next-notification.ts'

/** A notification as its words need it. */
export interface NotificationInput<Kind = NotificationKind> {
  kind: Kind
  title: string
  /** In further languages. */
  titles: Translations<string>
  bell: number
  zone: string
  /** Whether the times of the last notification were by another clock: then the words name this one. */
  isOtherZone: boolean
}

/** From this time before the bell on, 'in about ten minutes' is no longer true. */
const aboutTenMinutesMs = 10 * 60_000

const titleOf = ({ title, titles }: Pick<NotificationInput, 'title' | 'titles'>) => contentText(title, titles)

/** The words of a push; `later` in place of the body from a moment on, in epoch milliseconds. */
interface PushText {
  title: string
  body: string
  later?: { fromMs: number; body: string }
}

/** The words of a push that leaves now. */
export function pushText(input: NotificationInput, nowMs: number): PushText {
  const bodyAt = (atMs: number) => {
    const body = sentenceOf(input, atMs)
    return input.isOtherZone ? `${body} ${clockSentence(input.zone)}` : body
  }
  const fromMs = input.bell - aboutTenMinutesMs
  const [body, later] = [bodyAt(nowMs), bodyAt(fromMs)]
  return { title: titleOf(input).text, body, ...(later !== body && { later: { fromMs, body: later } }) }
}

function sentenceOf({ kind, bell, zone }: NotificationInput, nowMs: number): string {
  const start = { time: formatTimeOfDay(bell, zone), day: formatDay(dayInZone(bell, zone)) }
  switch (kind) {
    case 'ten-minutes':
      return bell - nowMs <= aboutTenMinutesMs
        ? t('Starts at {time}.', start)
        : t('Starts at {time}, in about ten minutes.', start)
    case 'day-before':
      return t('Tomorrow at {time}.', start)
    case 'cancelled':
      return t('Canceled: it won’t start at {time} on {day}.', start)
    case 'restored':
      return t('On after all: it starts at {time} on {day}.', start)
    case 'started':
      return t('It has begun: the bell rang at {time}.', start)
    case 'moved':
      return t('Now starts at {time} on {day}.', start)
  }
}

const clockSentence = (zone: string) => t('Times are by the clock in {city}.', { city: zoneCity(zone) })

const toRoom = () => ({ label: t('Open the room'), path: '/meditation' })

/** The mail on the day before, with all sittings of the member's next day. `sky` is that of the first one's bell. */
export function dayBeforeMail(
  sittings: readonly Pick<NotificationInput, 'title' | 'titles' | 'bell'>[],
  { zone, sky }: { zone: string; sky: SkyMoment },
) {
  const [first] = sittings
  const day = first ? formatDay(dayInZone(first.bell, zone)) : ''
  const time = sittings.length === 1 && first ? formatTimeOfDay(first.bell, zone) : null
  return {
    subject: time === null ? t('Tomorrow') : t('Tomorrow at {time}', { time }),
    title:
      time === null
        ? t('We sit tomorrow')
        : // On one line.
          t('We sit tomorrow at {time}', { time: time.replaceAll(' ', '\u00a0') }),
    before: t('On {day}:', { day }),
    lines: sittings.map((sitting) => ({
      time: formatTimeOfDay(sitting.bell, zone),
      title: titleOf(sitting),
    })),
    action: toRoom(),
    after: clockSentence(zone),
    sky,
  }
}

/** The mail about a change; with the host's words, if a canceled sitting has some. */
export function changeMail(
  input: NotificationInput<ChangeKind>,
  { words, nowMs, sky }: { words: string | null; nowMs: number; sky: SkyMoment },
) {
  const sentences = ['', sentenceOf(input, nowMs), ...(words === null ? [] : [words])]
  return {
    subject: translate(changeSubjects[input.kind]),
    before: [titleOf(input), sentences.join('\n')],
    action: toRoom(),
    after: clockSentence(input.zone),
    sky,
  }
}

const changeSubjects: Readonly<Record<ChangeKind, Message>> = {
  moved: message('A sitting has moved'),
  cancelled: message('A sitting is canceled'),
  restored: message('A sitting takes place after all'),
  started: message('A sitting has started'),
}
