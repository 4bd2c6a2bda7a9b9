// The Before of a sitting, saved with one press (ENERGY-27, PULSE-01), and the row of levels.
import type { Sitting } from '#features/sittings/sitting.ts'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { energyCalls, type MoodType } from '../contract.ts'
import { emotionLevelOf, energyLevels, levelOf, type EnergyLevel } from '../levels.ts'
import { effectiveEntry, entriesOfSitting } from '../rules.ts'
import { offerCare } from './care-offer.ts'
import { LevelBadge } from './level-badge.tsx'
import { useEntriesOfDay } from './use-entries.ts'

interface ArrivalLevelsProps {
  day: string
  /** While its doors are open: its level can be changed until the bell. Null for the day's level. */
  sitting?: Sitting | null
}

/** Asks for the level before the sitting, or shows the saved one. */
export function ArrivalLevels({ day, sitting = null }: ArrivalLevelsProps) {
  const levels = useDayLevels(day, sitting)
  if (levels.before === undefined) return <LevelPlaceholder />
  if (sitting !== null)
    return (
      <LevelRow
        legend="How is your energy?"
        {...levels}
        chosen={levels.before?.index ?? null}
        onChoose={(index) => levels.save('pre', index)}
      />
    )
  if (levels.before === null)
    return (
      <LevelRow legend="How are you arriving?" {...levels} onChoose={(index) => levels.save('pre', index)} />
    )
  return (
    <div className="grid min-h-21 place-items-center">
      <p
        role="status"
        className="motion-fade flex items-center gap-1 rounded-pill bg-surface py-1 pr-1 pl-4 text-small shadow-media"
      >
        Saved: <LevelBadge index={levels.before.index} />
      </p>
    </div>
  )
}

export interface DayLevels {
  /** Null if the day or its sitting has no such entry; undefined while that isn't known, and when signed out. */
  before: EnergyLevel | null | undefined
  after: EnergyLevel | null | undefined
  isSaving: boolean
  isFailed: boolean
  /** `reflectionOptIn` is null before the member has chosen. */
  save: (moodType: MoodType, index: number, reflectionOptIn?: boolean | null) => void
}

/** The levels of the sitting under way, or of the day. */
export function useDayLevels(day: string, sitting: Sitting | null): DayLevels {
  const { data: entries } = useEntriesOfDay(day, { enabled: true })
  const save = useCallMutation(energyCalls.saveEntry, {
    refetch: [energyCalls.entries],
    onSuccess: ({ care, careCard }) => care && careCard === 'show' && offerCare(care),
    onError: (error) => logFailure('An energy entry was not saved.', error),
  })
  const savedLevel = (moodType: MoodType) => {
    if (entries == null) return undefined
    const own = sitting === null ? entries : entriesOfSitting(entries, sitting)
    const entry = effectiveEntry(own, day, moodType)
    return entry && levelOf(entry.emotionLevel)
  }
  return {
    before: savedLevel('pre'),
    after: savedLevel('post'),
    isSaving: save.isPending,
    isFailed: save.isError,
    save: (moodType, index, reflectionOptIn = null) => {
      if (save.isPending) return
      const emotionLevel = emotionLevelOf(index)
      const entry = { sessionDate: day, emotionLevel, moodType, notes: null, comment: null }
      save.mutate({ body: { ...entry, ...(reflectionOptIn !== null && { reflectionOptIn }) } })
    },
  }
}

interface LevelRowProps {
  legend: string
  /** The chosen level's index, null for none yet, where it can be changed. */
  chosen?: number | null
  isSaving: boolean
  isFailed: boolean
  onChoose: (index: number) => void
}

export function LevelRow({ legend, chosen, isSaving, isFailed, onChoose }: LevelRowProps) {
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
          <LevelButton
            key={level.index}
            level={level}
            isChosen={chosen === undefined ? undefined : level.index === chosen}
            onChoose={onChoose}
          />
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

interface LevelButtonProps {
  level: EnergyLevel
  /** Undefined where a press can't be changed. */
  isChosen: boolean | undefined
  onChoose: (index: number) => void
}

function LevelButton({ level, isChosen, onChoose }: LevelButtonProps) {
  const { index } = level
  const text = `${level.name}: ${level.description}`
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={text}
        aria-pressed={isChosen}
        className="grid h-11 min-w-0 flex-1 place-items-center rounded-field border-2 border-transparent transition-colors hover:bg-sunken aria-pressed:border-primary"
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
