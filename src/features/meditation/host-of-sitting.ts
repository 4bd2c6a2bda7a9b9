// Who holds the sitting that a day shows (TEACH-06).
import type { DailyMeditation } from './contract.ts'

type Host = DailyMeditation['host']

/** The host of the sitting that is shown, else of the day's meditation; null while no one holds it. */
export function shownHost({
  sitting,
  scheduleId,
  host,
  others,
}: Pick<DailyMeditation, 'sitting' | 'scheduleId' | 'host'> & {
  others: readonly Pick<DailyMeditation, 'scheduleId' | 'host'>[]
}): Host {
  const shownId = sitting?.scheduleId ?? scheduleId
  return shownId === scheduleId ? host : (others.find((other) => other.scheduleId === shownId)?.host ?? null)
}
