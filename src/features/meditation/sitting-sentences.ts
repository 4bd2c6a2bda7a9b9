// Sentences during a sitting and at its end; a separate file, to keep them out of the first load.
import { t } from '#shared/i18n/t.ts'

/** How many are in a room or its halls. Who of them has a seat, no one is told. */
export function countSentence(count: number): string {
  return t('{count, plural, one {One is here} other {# are here}}', { count })
}

/** Below the video in the dark room; `until` is the time of the sitting's end. */
export function darkRoomSentence(count: number, until: string): string {
  return count > 1
    ? t('{count} are here until {until}', { count, until })
    : t('You sit here until {until}', { until })
}

/** The line for late joiners; `until` is the time of the sitting's end. How many are here stands below the picture. */
export function lateSentence(until: string): string {
  return t('The sitting goes on here until {until}. You come in where the group is now.', { until })
}

/** The end of a sitting, for who sat. `others` are the other members in the room. */
export function endingSentence(others: number): string {
  if (others <= 0) return t('You sat here today.')
  return t('{count, plural, one {You sat with # other.} other {You sat with # others.}}', { count: others })
}

/** The same for who was there without a seat. */
export function wasHereSentence(others: number): string {
  if (others <= 0) return t('You were here.')
  return t('{count, plural, one {You were here with # other.} other {You were here with # others.}}', {
    count: others,
  })
}

/** The sentence at the end of a video at the member's own pace. */
export function ownEndingSentence(others: number): string {
  if (others <= 0) return t('You sat here today.')
  return t('{count, plural, one {One other is here.} other {# others are here.}}', { count: others })
}
