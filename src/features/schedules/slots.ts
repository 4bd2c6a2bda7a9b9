// Slots: the places of a date's active schedules, for communities with several sittings a day (PLAN-01).
import { formatDay } from '#shared/day.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { t } from '#shared/i18n/t.ts'

/** How many active schedules a date can have. */
export const schedulesPerDay = 8

export interface OccupiedSlot {
  date: string
  slot: number
  together: boolean
}

interface SlotRequest {
  date: string
  isActive: boolean
  together: boolean
}

export interface ChosenSlots {
  /** In the order of the requests. */
  slots: number[]
  /** The dates with eight schedules already. */
  full: string[]
  /** The dates with another schedule that doesn't start together. */
  withAllDay: string[]
}

/** Chooses the lowest free slot of each schedule's date; an inactive one needs none. */
export function chooseSlots(
  requests: readonly SlotRequest[],
  occupied: readonly OccupiedSlot[],
): ChosenSlots {
  const taken = [...occupied]
  const chosen: ChosenSlots = { slots: [], full: [], withAllDay: [] }
  for (const { date, isActive, together } of requests) {
    const ofDate = taken.filter((each) => each.date === date)
    let slot = 0
    if (isActive) {
      while (ofDate.some((each) => each.slot === slot)) slot += 1
      if (slot >= schedulesPerDay) chosen.full.push(date)
      if (!together && ofDate.some((each) => !each.together)) chosen.withAllDay.push(date)
      taken.push({ date, slot, together })
    }
    chosen.slots.push(slot)
  }
  return chosen
}

/** Which of a date's other active schedules leaves no place for one more; null if there is one (PLAN-01). */
export function placeTakenBy<S extends Pick<SlotRequest, 'together'>>(
  others: readonly S[],
  { together, severalADay }: { together: boolean; severalADay: boolean },
): S | null {
  const [first = null] = others
  if (!severalADay || others.length >= schedulesPerDay) return first
  return together ? null : (others.find((other) => !other.together) ?? null)
}

/** The message of the 409 for dates without a free place; null if all have one. */
export function slotsMessage({ full, withAllDay }: Pick<ChosenSlots, 'full' | 'withAllDay'>): string | null {
  const sentences = [
    full.length > 0 &&
      t('There’s room for {max} meditations a day; no more fit on {days}.', {
        max: schedulesPerDay,
        days: named(full),
      }),
    withAllDay.length > 0 &&
      t('Only one meditation a day can be without a bell; there’s already one on {days}.', {
        days: named(withAllDay),
      }),
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}

const named = (dates: readonly string[]) =>
  formatList([...new Set(dates)].map((date) => formatDay(date, 'full')))
