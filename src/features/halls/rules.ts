// Rules of halls: when a link can be made, how long it works, and the number of people in words. Pure.
import { countSentence } from '#features/meditation/sitting-sentences.ts'
import { isOver, type Timeline } from '#features/sittings/phases.ts'
import { isHeldNow } from '#features/sittings/rules.ts'
import { dayMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'

/** Links of a sitting that work at the same time. */
export const hallsMax = 3
/** People in all halls of a sitting together. */
export const hallPeopleMax = 200

type Held = Pick<Timeline, 'doorsAt' | 'endsAt' | 'cancelled'>

/** Whether a link can be made: from an hour before the doors to the end of the sharing (HALL-01). */
export function hallTime(sitting: Held, nowMs: number): 'early' | 'open' | 'late' {
  if (sitting.cancelled || isOver(sitting, nowMs)) return 'late'
  return isHeldNow(sitting, nowMs) ? 'open' : 'early'
}

/** Whether a link works: until the end of the sharing, and for a day at most, whenever its sitting is moved to. */
export function isLinkOpen(madeAtMs: number, { endsAt }: Pick<Timeline, 'endsAt'>, nowMs: number): boolean {
  return !isOver({ endsAt }, nowMs) && nowMs < madeAtMs + dayMs
}

/** How many more people fit into a hall, beside those in the sitting's other ones. */
export function placesLeft(peopleInOthers: number): number {
  return Math.max(0, hallPeopleMax - peopleInOthers)
}

/** Those in the room and in the halls together; the room's own number never has the latter (HALL-03). */
export interface Together {
  /** Members in the room. */
  present: number
  /** People in halls. */
  people: number
}

/** '23 sit together, 12 of them in a hall'; before the bell '23 are here, 12 of them in a hall'. Without people in halls '11 are here'. */
export function sittersSentence({ present, people }: Together, { isBefore }: { isBefore: boolean }): string {
  const count = present + people
  if (people === 0) return countSentence(count)
  return isBefore
    ? t('{count, plural, one {One is here} other {# are here}}, {people} of them in a hall', {
        count,
        people,
      })
    : t('{count, plural, one {One sits here} other {# sit together}}, {people} of them in a hall', {
        count,
        people,
      })
}
