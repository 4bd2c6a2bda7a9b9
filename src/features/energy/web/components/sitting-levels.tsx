// The Before of a sitting, saved with one press (ENERGY-27, PULSE-01), and the levels of a sitting or a day.
import { useLayoutEffect, useRef, useState } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useLastFocused } from '#web/use-focus-fallback.ts'
import { energyCalls, type MoodEntry, type MoodType } from '../../contract.ts'
import { currentPair } from '../../current-pair.ts'
import { pairOfDay, pairOfSitting } from '../../entry-pairs.ts'
import { emotionLevelOf, levelOf, type EnergyLevel } from '../../levels.ts'
import type { DayOfSittings } from '../../rules.ts'
import { offerCare } from '../data/care-offer.ts'
import { useCurrentPairInput } from '../hooks/use-current-pair-input.ts'
import { useEntriesOfDay } from '../hooks/use-entries.ts'
import { LevelPlaceholder, LevelRow, levelPanelClass } from './level-row.tsx'

interface ArrivalLevelsProps {
  day: string
  /** While its doors are open: its level can be changed until the bell. Null for the day's level. */
  sitting?: Sitting | null
  /** Whether a missing level is asked for here. */
  isAsked?: boolean
}

/** Asks for the level before the sitting, or shows the saved one, which can be changed. */
export function ArrivalLevels({ day, sitting = null, isAsked = true }: ArrivalLevelsProps) {
  const levels = useDayLevels(day, sitting)
  const [isChanging, setChanging] = useState(false)
  const place = useReplacedFocus()
  const { before, isSaving, isFailed } = levels
  if (!isAsked && before == null && !isSaving && !isFailed) return null
  if (before === undefined) return <LevelPlaceholder />
  const isAsking = sitting !== null || before === null || isChanging || isSaving || isFailed
  return (
    <div ref={place} className="contents">
      {isAsking ? (
        <LevelRow
          legend={sitting === null ? t('How are you arriving?') : t('How is your energy?')}
          {...{ isSaving, isFailed }}
          isOnImage={false}
          chosen={levels.pressed ?? before?.index ?? null}
          onChoose={(index) => {
            setChanging(false)
            levels.save('pre', index)
          }}
        />
      ) : (
        <SavedArrival level={before} onChange={() => setChanging(true)} />
      )}
    </div>
  )
}

interface SavedArrivalProps {
  level: EnergyLevel
  onChange: () => void
}

/** Its lines are as high as the row's. */
function SavedArrival({ level, onChange }: SavedArrivalProps) {
  return (
    <div className={levelPanelClass(false)}>
      <div className="grid grid-cols-[1fr_auto_auto_1fr] items-center gap-x-1">
        <p role="status" className="contents">
          <span className="col-span-full text-small font-medium">{t('You arrive with')} </span>
          <LevelBadge level={level} className="col-start-2" />
          <span className="col-span-full row-start-3 min-h-[1.35rem] text-small/[1.35] text-ink-2">
            {` ${translate(level.description)}`}
          </span>
        </p>
        <Button variant="subtle" className="col-start-3" onClick={onChange}>
          {t('Change')}
        </Button>
      </div>
    </div>
  )
}

/** Where a part replaces the one with the focus, moves the focus to its chosen, else to its first button. */
function useReplacedFocus() {
  const place = useRef<HTMLDivElement>(null)
  const focused = useLastFocused(place)
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    const button =
      place.current?.querySelector<HTMLElement>('[aria-pressed=true]') ??
      place.current?.querySelector('button')
    button?.focus({ preventScroll: true })
  })
  return place
}

export interface DayLevels {
  /** Null if the day or its sitting has no such entry; undefined while that isn't known, and when signed out. */
  before: EnergyLevel | null | undefined
  after: EnergyLevel | null | undefined
  /** When the After was saved, in epoch milliseconds; null without one. */
  afterAt: number | null
  /** The index of the level that is being saved; null while none is. */
  pressed: number | null
  isSaving: boolean
  isFailed: boolean
  /** Of presses during a save, the latest is saved next. `reflectionOptIn` is null before the member has chosen. */
  save: (moodType: MoodType, index: number, reflectionOptIn?: boolean | null) => void
}

/** The levels of the sitting under way, or those of the moment at the member's own pace. */
export function useDayLevels(day: string, sitting: Sitting | null): DayLevels {
  const { data: entries } = useEntriesOfDay(day, { enabled: true })
  const pairInput = useCurrentPairInput(day, { enabled: sitting === null })
  const { save, ...state } = useLatestSave()
  const ownPair = entries && pairInput && currentPair(entries, pairInput)
  const pair = entries && sitting ? pairOfSitting(entries, sitting) : ownPair
  return {
    before: levelOfEntry(pair?.before),
    after: levelOfEntry(pair?.after),
    afterAt: pair?.after ? Date.parse(pair.after.createdAt) : null,
    ...state,
    save: (moodType, index, reflectionOptIn = null) => {
      const emotionLevel = emotionLevelOf(index)
      const entry = { sessionDate: day, emotionLevel, moodType, notes: null, comment: null }
      save({ body: { ...entry, ...(reflectionOptIn !== null && { reflectionOptIn }) } })
    },
  }
}

/** The levels of a sitting that is over, or of its day where that has no other. */
export function useSatLevels(
  { date, sittings }: DayOfSittings,
  sitting: Sitting | null,
): { before: EnergyLevel | null; after: EnergyLevel | null } {
  const { data: entries } = useEntriesOfDay(date, { enabled: true })
  const { before, after } = pairOfDay(entries ?? [], date, sitting, sittings)
  return { before: levelOfEntry(before) ?? null, after: levelOfEntry(after) ?? null }
}

function levelOfEntry(entry: MoodEntry | null | undefined): EnergyLevel | null | undefined {
  return entry && levelOf(entry.emotionLevel)
}

type SaveInput = Parameters<ReturnType<typeof useCallMutation<typeof energyCalls.saveEntry>>['mutate']>[0]

/** One save at a time: of the presses meanwhile, the latest is saved next, also after the row has gone. */
function useLatestSave() {
  const { mutateAsync, isError } = useCallMutation(energyCalls.saveEntry, {
    refetch: [energyCalls.entries],
    onSuccess: ({ care, careCard }) => care && careCard === 'show' && offerCare(care),
    onError: (error) => logFailure('An energy entry was not saved.', error),
  })
  const [pressed, setPressed] = useState<number | null>(null)
  const queue = useRef<{ saving: SaveInput | null; next: SaveInput | null }>({ saving: null, next: null })
  const run = async () => {
    const { current } = queue
    while (current.next !== null) {
      current.saving = current.next
      current.next = null
      // A failure is logged, and shown by `isFailed`.
      await mutateAsync(current.saving).catch(() => undefined)
    }
    current.saving = null
    setPressed(null)
  }
  return {
    pressed,
    isSaving: pressed !== null,
    isFailed: isError && pressed === null,
    save: (input: SaveInput) => {
      const { saving } = queue.current
      // The second press of a double click saves nothing more.
      queue.current.next = saving?.body.emotionLevel === input.body.emotionLevel ? null : input
      setPressed(levelOf(input.body.emotionLevel).index)
      if (saving === null) void run()
    },
  }
}
