// Change of the community's zone: the first day by the new zone's clock, and until when it can be withdrawn.
import { addDays, communityDays, dayInZone, firstEraDay, type ZoneEra, type ZoneEras } from '#shared/day.ts'
import { hourMs } from '#shared/durations.ts'

/** The start of a day can move until this long before it, by both clocks: by then every node has read it. */
const leadMs = 600_000
/** Zones a whole day from each other would leave the day before the change no time, or two days. */
const dayLengthMs = { min: hourMs, max: 47 * hourMs }

/** The eras after a change, the first day that they change, and its start. */
export interface ZoneChange {
  eras: ZoneEras
  fromDay: string
  startsAtMs: number
}

/**
 * The change to a zone. Its first day is the first whose midnight lies ahead by both clocks, so that no date repeats or
 * is skipped (COM-05). It replaces a pending change; the present zone withdraws it.
 * `unchanged` without anything to change.
 */
export function zoneChangeTo(
  eras: ZoneEras,
  zone: string,
  nowMs: number,
): ZoneChange | 'unchanged' | 'too_distant' {
  const final = finalEras(eras, nowMs)
  const present = final.at(-1) ?? final[0]
  if (zone === present.zone) return withdrawnChange(eras, nowMs) ?? 'unchanged'
  let fromDay = addDays(dayInZone(nowMs, present.zone), 1)
  while (fromDay <= present.fromDay || !canMove(fromDay, [present.zone, zone], nowMs))
    fromDay = addDays(fromDay, 1)
  const change = changeFrom([...final, { fromDay, zone }], fromDay)
  const days = communityDays(change.eras)
  const lengthMs = change.startsAtMs - days.startMs(addDays(fromDay, -1))
  return lengthMs < dayLengthMs.min || lengthMs > dayLengthMs.max ? 'too_distant' : change
}

/** The eras without a pending change; null if there is none, or if it is too late to withdraw it. */
export function withdrawnChange(eras: ZoneEras, nowMs: number): ZoneChange | null {
  const final = finalEras(eras, nowMs)
  const pending = eras[final.length]
  return pending ? changeFrom(final, pending.fromDay) : null
}

/** The first zone of a community that has no date yet; `fromDay` is today. */
export function firstZone(zone: string, nowMs: number): ZoneChange {
  return changeFrom([{ fromDay: firstEraDay, zone }], dayInZone(nowMs, zone))
}

function changeFrom(eras: ZoneEras, fromDay: string): ZoneChange {
  return { eras, fromDay, startsAtMs: communityDays(eras).startMs(fromDay) }
}

/** The eras of the past and the present, and one that starts too soon to change. */
function finalEras([first, ...later]: ZoneEras, nowMs: number): ZoneEras {
  const pending = later.findIndex(({ fromDay, zone }, index) => {
    const before = later[index - 1] ?? first
    return canMove(fromDay, [before.zone, zone], nowMs)
  })
  return [first, ...(pending === -1 ? later : later.slice(0, pending))]
}

/** Whether the day starts late enough by each of these clocks. */
function canMove(day: string, zones: readonly string[], nowMs: number): boolean {
  return zones.every((zone) => communityDays([{ fromDay: day, zone }]).startMs(day) >= nowMs + leadMs)
}

/** The change that lies ahead: the last era, if its first day is still to come. */
export function comingEra(eras: ZoneEras, nowMs: number): (ZoneEra & { startsAtMs: number }) | null {
  const last = eras.at(-1) ?? eras[0]
  const startsAtMs = communityDays(eras).startMs(last.fromDay)
  return startsAtMs > nowMs ? { ...last, startsAtMs } : null
}
