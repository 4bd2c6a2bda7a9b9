// Journey ladder: the seven centers, Crown first, with Before, After and the levels between them.
import { clsx } from 'clsx'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { type HistoryDay, levelIndexOf } from '../../history.ts'
import { journeyLevels } from '../../format-journey.ts'
import { energyLevelsDescending } from '../../levels.ts'

/** No Awareness shows below Root only when Before or After is there. */
export function JourneyLadder({ day }: { day: HistoryDay }) {
  const { before, after } = journeyLevels(day)
  const [low, high] = [Math.min(before, after), Math.max(before, after)]
  return (
    <ul aria-label="Energy centers" className="divide-y divide-line">
      {energyLevelsDescending
        .filter(({ index }) => index > 0 || low === 0)
        .map(({ index, name, description }) => {
          const moment = entryLabelAt(day, index)
          return (
            <li key={index} className="flex min-h-[2.875rem] items-center gap-3.5 py-1.5 text-[0.95rem]">
              <Rosette level={index as RosetteLevel} size={26} />
              <span className={clsx('flex-1', index >= low && index <= high ? 'font-strong' : 'text-ink-2')}>
                {name}
              </span>
              <span className={clsx('text-right text-meta', moment ? 'text-ink-2' : 'text-ink-3')}>
                {moment ?? description}
              </span>
            </li>
          )
        })}
    </ul>
  )
}

/** The entry at a level ('Before', 'After' or both), or null. */
function entryLabelAt({ preEntry, postEntry }: HistoryDay, index: number): string | null {
  const wasBefore = levelIndexOf(preEntry) === index
  const wasAfter = levelIndexOf(postEntry) === index
  if (wasBefore && wasAfter) return 'Before and after'
  if (wasBefore) return 'Before'
  return wasAfter ? 'After' : null
}
