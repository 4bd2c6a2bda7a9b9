// Gallery: the energy chart, with histories of every kind.
import type { MoodEntry } from '#features/energy/contract.ts'
import { emotionLevelOf } from '#features/energy/levels.ts'
import { buildHistory } from '#features/history/history.ts'
import { EnergyChart } from '#features/history/web/chart/energy-chart.tsx'
import { DownloadHistory } from '#features/history/web/components/download-history.tsx'
import { addDays } from '#shared/day.ts'
import { useWidth } from '#web/use-width.ts'

const today = '2026-11-21'

/** A sitting by its age in days, with its levels; null where none was recorded. */
type Sitting = readonly [daysAgo: number, before: number | null, after: number | null]

const threeWeeks: Sitting[] = [
  [20, 1, 2],
  [19, 2, 2],
  [18, 1, 3],
  [17, 3, 4],
  [15, 2, 5],
  [14, 0, 3],
  [13, 4, 4],
  [12, 2, null],
  [11, 3, 6],
  [9, 5, 3],
  [8, 2, 4],
  [7, 3, 5],
  [6, 1, 4],
  [5, 4, 6],
  [4, 3, 3],
  [3, 4, 7],
  [2, 1, 5],
  [1, null, 6],
  [0, 3, 6],
]

const histories: Record<string, readonly Sitting[]> = {
  'Three weeks': threeWeeks,
  'One week': threeWeeks.slice(-6),
  'One day': [[0, 1, 5]],
  'One day, the same': [[0, 4, 4]],
  'Only Before': threeWeeks
    .map(([ago, before]): Sitting => [ago, before, null])
    .filter(([, before]) => before !== null),
  'A hard month': sittings(30, (n) => [1 + (n % 6), Math.max(0, (n % 6) - (n % 3))]),
  'A month': sittings(30, (n) => [wave(n, 2.4), wave(n * 1.3, 4.6)]),
  'A year': sittings(365, (n) => [wave(n, 1.6 + n / 240), wave(n * 1.7, 3 + n / 160)]),
  '5,000 days': sittings(5_000, (n) => [wave(n, 1.2 + n / 1_800), wave(n * 1.7, 2.2 + n / 1_400)]),
}

function wave(n: number, middle: number): number {
  return Math.max(0, Math.min(7, Math.round(middle + 1.7 * Math.sin(n * 1.9) + 0.8 * Math.cos(n * 0.7))))
}

function sittings(count: number, levels: (n: number) => [number, number]): Sitting[] {
  return Array.from({ length: count }, (_, n): Sitting => [count - 1 - n, ...levels(n)]).filter(
    ([ago]) => ago % 7 !== 5,
  )
}

function daysOf(history: readonly Sitting[]) {
  const entries = history.flatMap(([ago, before, after], index) => {
    const sessionDate = addDays(today, -ago)
    const entry = (moodType: MoodEntry['moodType'], level: number | null) =>
      level === null
        ? []
        : [
            {
              id: index,
              userId: 1,
              sessionDate,
              emotionLevel: emotionLevelOf(level),
              moodType,
              notes: null,
              comment: null,
              createdAt: `${sessionDate}T12:00:00.000Z`,
              isSample: false,
              sittingId: null,
              reflectionOptIn: false,
            },
          ]
    return [...entry('pre', before), ...entry('post', after)]
  })
  return buildHistory(entries, [])
}

const charts = Object.entries(histories).map(([title, history]) => ({ title, days: daysOf(history) }))

export function ChartsSection() {
  const [section, widthPx] = useWidth<HTMLElement>()
  return (
    <section ref={section} className="grid min-w-0 gap-16 border-t border-line pt-6">
      <h2 className="serif text-section">Energy charts</h2>
      <div>
        <DownloadHistory days={daysOf(threeWeeks)} />
      </div>
      {charts.map(({ title, days }) => (
        <div key={title} className="grid min-w-0 gap-3" data-chart={title}>
          <p className="text-meta text-ink-3">{title}</p>
          <EnergyChart days={days} today={today} widthPx={widthPx} />
        </div>
      ))}
    </section>
  )
}
