// The level before a sitting, noted with one press on its picture (ENERGY-27), and the row of levels.
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { energyCalls, type MoodType } from '../contract.ts'
import { emotionLevelOf, energyLevels, levelOf, type EnergyLevel } from '../levels.ts'
import { effectiveEntry } from '../rules.ts'
import { LevelBadge } from './level-badge.tsx'
import { useEntriesOfDay } from './use-entries.ts'

/** Asks for the level before the sitting, or shows the one that is noted. */
export function ArrivalLevels({ day }: { day: string }) {
  const levels = useDayLevels(day)
  if (levels.before === undefined) return <LevelPlaceholder />
  if (levels.before === null)
    return (
      <LevelRow legend="How do you arrive?" {...levels} onChoose={(index) => levels.note('pre', index)} />
    )
  return (
    <div className="grid min-h-21 place-items-center">
      <p
        role="status"
        className="motion-fade flex items-center gap-1 rounded-pill bg-surface py-1 pr-1 pl-4 text-small shadow-media"
      >
        Noted: <LevelBadge index={levels.before.index} />
      </p>
    </div>
  )
}

interface DayLevels {
  /** Null if the day has no such entry; undefined while that isn't known, and when signed out. */
  before: EnergyLevel | null | undefined
  after: EnergyLevel | null | undefined
  isSaving: boolean
  isFailed: boolean
  note: (moodType: MoodType, index: number) => void
}

export function useDayLevels(day: string): DayLevels {
  const { data: entries } = useEntriesOfDay(day, { enabled: true })
  const save = useCallMutation(energyCalls.saveEntry, {
    refetch: [energyCalls.entries],
    onError: (error) => logFailure('An energy entry was not saved.', error),
  })
  const noted = (moodType: MoodType) => {
    if (entries == null) return undefined
    const entry = effectiveEntry(entries, day, moodType)
    return entry && levelOf(entry.emotionLevel)
  }
  return {
    before: noted('pre'),
    after: noted('post'),
    isSaving: save.isPending,
    isFailed: save.isError,
    note: (moodType, index) => {
      if (save.isPending) return
      const emotionLevel = emotionLevelOf(index)
      save.mutate({ body: { sessionDate: day, emotionLevel, moodType, notes: null, comment: null } })
    },
  }
}

interface LevelRowProps {
  legend: string
  isSaving: boolean
  isFailed: boolean
  onChoose: (index: number) => void
}

export function LevelRow({ legend, isSaving, isFailed, onChoose }: LevelRowProps) {
  return (
    <div
      role="group"
      aria-label={legend}
      aria-busy={isSaving}
      className="motion-fade w-full max-w-md rounded-panel bg-surface px-2 pt-2 pb-1 text-center text-ink shadow-media"
    >
      <p className="text-small font-medium">{legend}</p>
      <div className={isSaving ? 'flex opacity-55' : 'flex'}>
        {energyLevels.map((level) => (
          <LevelButton key={level.index} level={level} onChoose={onChoose} />
        ))}
      </div>
      {isFailed && (
        <p role="alert" className="pb-1 text-small text-danger">
          {messages.notSaved}
        </p>
      )}
    </div>
  )
}

function LevelButton({ level, onChoose }: { level: EnergyLevel; onChoose: (index: number) => void }) {
  const { index } = level
  const text = `${level.name}: ${level.description}`
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={text}
        className="grid h-11 min-w-0 flex-1 place-items-center rounded-field transition-colors hover:bg-sunken"
        onClick={() => onChoose(index)}
      >
        <Rosette level={index as RosetteLevel} size={28} />
      </button>
    </Tooltip>
  )
}

/** As high as the row, so that the play button above it doesn't move. */
export function LevelPlaceholder() {
  return <div className="min-h-21" />
}
