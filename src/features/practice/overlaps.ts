// Overlaps: which sits a member has already, so that no time is theirs twice.

/** A sit to bring along. */
export interface SitTime {
  /** YYYY-MM-DD. */
  day: string
  /** Epoch milliseconds; null where only the day is known. */
  startedAtMs: number | null
  seconds: number
  title: string | null
}

/** Time that the member has: a sit, or a visit to the room. */
export interface RecordedTime extends Pick<SitTime, 'day' | 'seconds'> {
  span: TimeSpan | null
}

interface TimeSpan {
  fromMs: number
  untilMs: number
}

/**
 * Marks the sits that overlap with recorded time or with each other: true for each that does, in the order of the input.
 * Two with a start overlap in time, and of those in the input the earlier one stays. Where a start is missing on either
 * side, a sit of the same whole minutes on the same day is the same one. A sit without a start is also the same as all
 * of a group's time of its day, as exports sum it up. Without starts the input may have several sits of the same minutes
 * if their seconds or titles differ.
 */
export function findOverlaps(
  sits: readonly SitTime[],
  groups: readonly (readonly RecordedTime[])[],
): boolean[] {
  const recorded = groups.flat()
  const all = new Set([...recorded, ...groups.flatMap(dayTotals)].map(minutesKey))
  const withoutStart = new Set(recorded.filter(({ span }) => span === null).map(minutesKey))
  const taken = mergeSpans(recorded.flatMap(({ span }) => span ?? []))
  const overlaps = sits.map(() => false)

  let next = 0
  let takenUntilMs = -Infinity
  const accepted = new Set<string>()
  for (const index of byStart(sits)) {
    const sit = sits[index]
    if (!sit || sit.startedAtMs === null) continue
    const { fromMs, untilMs } = sitSpan(sit.startedAtMs, sit.seconds)
    while ((taken[next]?.untilMs ?? Infinity) <= fromMs) next++
    const isTaken = (taken[next]?.fromMs ?? Infinity) < untilMs || fromMs < takenUntilMs
    if (isTaken || withoutStart.has(minutesKey(sit))) overlaps[index] = true
    else {
      takenUntilMs = untilMs
      accepted.add(minutesKey(sit))
    }
  }

  const rows = new Set<string>()
  for (const [index, sit] of sits.entries()) {
    if (sit.startedAtMs !== null) continue
    const row = JSON.stringify([sit.day, sit.seconds, sit.title])
    overlaps[index] = all.has(minutesKey(sit)) || accepted.has(minutesKey(sit)) || rows.has(row)
    rows.add(row)
  }
  return overlaps
}

/** The span of a sit that began at a moment. */
export function sitSpan(startedAtMs: number, seconds: number): TimeSpan {
  return { fromMs: startedAtMs, untilMs: startedAtMs + seconds * 1_000 }
}

function minutesKey({ day, seconds }: Pick<SitTime, 'day' | 'seconds'>): string {
  return `${day} ${Math.round(seconds / 60)}`
}

function dayTotals(times: readonly RecordedTime[]): Pick<SitTime, 'day' | 'seconds'>[] {
  const totals = new Map<string, number>()
  for (const { day, seconds } of times) totals.set(day, (totals.get(day) ?? 0) + seconds)
  return [...totals].map(([day, seconds]) => ({ day, seconds }))
}

/** Indexes of the sits by their start; those of the same start stay in the order of the input. */
function byStart(sits: readonly SitTime[]): number[] {
  const starts = sits.map(({ startedAtMs }) => startedAtMs ?? 0)
  return [...starts.keys()].sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0))
}

/** The spans in order, those that touch as one. */
function mergeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = []
  for (const { fromMs, untilMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last && fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, untilMs)
    else merged.push({ fromMs, untilMs })
  }
  return merged
}
