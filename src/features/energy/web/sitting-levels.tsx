// The levels of a sitting, noted with one press on its picture: on arrival and on leaving (ENERGY-27, ENERGY-28).
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { energyCalls, type MoodType } from '../contract.ts'
import { formatLevelChange } from '../history.ts'
import { emotionLevelOf, energyLevels, levelOf, type EnergyLevel } from '../levels.ts'
import { effectiveEntry } from '../rules.ts'
import { loadEnergyModal } from './energy-prompt.tsx'
import { LevelBadge } from './level-badge.tsx'
import { useEntriesOfDay } from './use-entries.ts'

/** Asks for the level before the sitting, or shows the one that is noted. */
export function ArrivalLevels({ day }: { day: string }) {
  const levels = useDayLevels(day)
  if (levels.before === undefined) return <Placeholder />
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

/** Asks for the level after the sitting; then shows both levels and their change, with `children` below. */
export function DepartureLevels({ day, children }: { day: string; children: ReactNode }) {
  const levels = useDayLevels(day)
  const { before, after } = levels
  if (before === undefined || after === undefined) return <Placeholder />
  if (after === null)
    return (
      <>
        {before !== null && (
          <p className="flex items-center gap-2.5 text-[0.95rem]">
            You arrived with <LevelBadge index={before.index} />
          </p>
        )}
        <LevelRow legend="How do you leave?" {...levels} onChoose={(index) => levels.note('post', index)} />
        <WordsButton day={day} />
      </>
    )
  return (
    <>
      <div role="status" className="motion-fade grid justify-items-center gap-2">
        <p className="flex flex-wrap items-center justify-center gap-2.5">
          {before !== null && (
            <>
              <LevelBadge index={before.index} />
              <ArrowRight aria-label="to" className="size-5" strokeWidth={1.8} />
            </>
          )}
          <LevelBadge index={after.index} />
        </p>
        {before !== null && (
          <p className="font-medium tabular-nums">{formatLevelChange(after.index - before.index)}</p>
        )}
      </div>
      {children}
    </>
  )
}

/** Opens the modal, for a level with a diary comment. */
function WordsButton({ day }: { day: string }) {
  const modal = useCloseOnBack()
  const [EnergyModal, prepare] = useLazyImport(loadEnergyModal)
  const open = () => {
    prepare()
    modal.open()
  }
  return (
    <>
      <Button variant="media" onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        Add a few words
      </Button>
      {EnergyModal && (
        <EnergyModal open={modal.isOpen} onOpenChange={modal.close} sessionDate={day} offered="post" />
      )}
    </>
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

function useDayLevels(day: string): DayLevels {
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

function LevelRow({ legend, isSaving, isFailed, onChoose }: LevelRowProps) {
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
function Placeholder() {
  return <div className="min-h-21" />
}
