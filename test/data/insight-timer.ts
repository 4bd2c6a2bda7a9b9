// A year of Insight Timer as its export writes it, the same at every call.

/** What an import says of the sample, for a member without other time. A spreadsheet's row is one more than the number. */
export const insightTimerSample = {
  rows: 400,
  sits: 380,
  firstDay: '2025-07-01',
  lastDay: '2026-08-03',
  otherActivity: [20, 60, 140, 180, 220, 260, 340, 380],
  /** Each repeats the row before. */
  repeated: [40, 80, 120, 160, 240, 280, 320, 360, 400],
  bad: { date: 100, duration: 200, future: 300 },
}

/** The rows from 1 to 400; one a day, from 2025-07-01 on, at 06:30 in UTC. */
export function makeInsightTimerSample(): string {
  const rows = Array.from({ length: insightTimerSample.rows }, (_, index) => sampleRow(index + 1))
  return ['Started At,Duration,Preset,Activity', ...rows].join('\r\n')
}

function sampleRow(number: number): string {
  const { bad, otherActivity, repeated } = insightTimerSample
  if (number === bad.date) return 'yesterday,0:20:0,,Meditation'
  if (number === bad.duration) return `${startOf(number)},25:0:0,,Meditation`
  if (number === bad.future) return '07/01/2027 06:30:00,0:20:0,,Meditation'
  if (otherActivity.includes(number)) return `${startOf(number)},0:30:0,,Yoga`
  const sat = repeated.includes(number) ? number - 1 : number
  return `${startOf(sat)},0:${10 + (sat % 30)}:${sat % 60},"=1+1, morning",Meditation`
}

function startOf(number: number): string {
  const [year = '', month = '', day = ''] = Temporal.PlainDate.from('2025-07-01')
    .add({ days: number - 1 })
    .toString()
    .split('-')
  return `${month}/${day}/${year} 06:30:00`
}
