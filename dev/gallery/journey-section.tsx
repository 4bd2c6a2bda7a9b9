// Gallery: journeys through a month, with many sittings, one, and none.
import { useState } from 'react'
import type { MoodEntry, MoodType } from '#features/energy/contract.ts'
import { emotionLevelOf } from '#features/energy/levels.ts'
import { buildHistory, type HistoryDay } from '#features/history/history.ts'
import { sampleMonth } from '#features/history/sample-month.ts'
import { addDays } from '#shared/day.ts'
import { translate, type Message } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'

const today = '2026-11-21'
const sampleMonthDays = daysOf(sampleMonth.length)

const journeys: Record<string, readonly HistoryDay[]> = {
  'A month': sampleMonthDays,
  'Three weeks': sampleMonthDays.slice(-18),
  'One day': sampleMonthDays.slice(-1),
  None: [],
  '480 days': daysOf(480),
  '5,000 days': daysOf(5_000),
}

const loadJourney = async () =>
  (await import('#features/journey/web/components/journey-modal.tsx')).JourneyModal

export function JourneySection() {
  const [chosen, setChosen] = useState('A month')
  const [isOpen, setOpen] = useState(false)
  const [JourneyModal, load] = useLazyImport(loadJourney)
  return (
    <section className="grid gap-5 border-t border-line pt-6">
      <h2 className="serif text-section">Journey</h2>
      <div className="flex flex-wrap gap-3">
        {Object.keys(journeys).map((title) => (
          <Button
            key={title}
            onClick={() => {
              load()
              setChosen(title)
              setOpen(true)
            }}
          >
            {title}
          </Button>
        ))}
      </div>
      {JourneyModal && (
        <JourneyModal open={isOpen} onOpenChange={setOpen} days={journeys[chosen] ?? []} today={today} />
      )}
    </section>
  )
}

/** Repeats the sample month up to today; `count` of its days have entries. */
function daysOf(count: number): HistoryDay[] {
  const entries: MoodEntry[] = []
  const times: { sessionDate: string; duration: number }[] = []
  for (let ago = count - 1; ago >= 0; ago -= 1) {
    const sessionDate = addDays(today, -ago)
    const day = sampleMonth[sampleMonth.length - 1 - (ago % sampleMonth.length)]
    if (!day) continue
    if (day.pre) entries.push(entryOf(sessionDate, 'pre', day.pre))
    if (day.post) entries.push(entryOf(sessionDate, 'post', day.post))
    times.push({ sessionDate, duration: day.minutes * 60 })
  }
  return buildHistory(entries, times)
}

function entryOf(
  sessionDate: string,
  moodType: MoodType,
  { index, comment }: { index: number; comment: Message | null },
): MoodEntry {
  return {
    id: 1,
    userId: 1,
    sessionDate,
    emotionLevel: emotionLevelOf(index),
    moodType,
    notes: null,
    comment: comment && translate(comment),
    createdAt: `${sessionDate}T12:00:00.000Z`,
    isSample: false,
    sittingId: null,
    reflectionOptIn: false,
  }
}
