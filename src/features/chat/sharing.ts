// The sharing in the chat: its first line, and beginnings that a press puts into the composer.
import type { NextMeditation } from '#features/meditation/contract.ts'
import { seeYouSentence } from '#features/meditation/next-start.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import { t, message, translate } from '#shared/i18n/t.ts'

/** The sharing after a sitting. */
export interface ChatSharing {
  /** In epoch milliseconds of the room clock. */
  closesAt: number
  /** The next meditation; null if none is scheduled within 14 days. */
  next: NextMeditation | null
  /** The room's energy, once it is published. */
  reflection: Reflection | null
}

const lastMinuteMs = 60_000

/** The beginnings offered in the sharing. */
export const beginnings = [message('I felt …'), message('I noticed …'), message('Thank you for …')] as const

/** A draft with a beginning: in place of another one without further words, else after them. */
export function withBeginning(draft: string, beginning: string): string {
  const words = `${withoutDots(beginning)} `
  const isOnlyBeginning = beginnings.some((each) => withoutDots(translate(each)) === draft.trim())
  return draft.trim() === '' || isOnlyBeginning ? words : `${draft.trimEnd()} ${words}`
}

function withoutDots(beginning: string): string {
  return beginning.replace('…', '').trim()
}

/** Milliseconds to the last minute of the sharing; 0 in it. */
export function msToLastMinute({ closesAt }: Pick<ChatSharing, 'closesAt'>, nowMs: number): number {
  return Math.max(0, closesAt - lastMinuteMs - nowMs)
}

interface ViewerClock {
  days: CommunityDays
  zone: string
  nowMs: number
}

/** The first line of the chat: until when the sharing is open; in its last minute, when everyone meets again. */
export function sharingLine(
  { closesAt, next }: Pick<ChatSharing, 'closesAt' | 'next'>,
  clock: ViewerClock,
): string {
  if (msToLastMinute({ closesAt }, clock.nowMs) > 0)
    return t('The sharing is open until {time}. A word is enough.', {
      time: formatTimeOfDay(closesAt, clock.zone),
    })
  const closing = t('The sharing closes in a minute.')
  return next === null ? closing : `${closing} ${seeYouSentence(next, clock)}`
}
