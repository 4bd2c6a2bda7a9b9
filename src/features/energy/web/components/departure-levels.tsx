// The leaves of an ending: the number of the others, the level after it, saved with one press (ENERGY-28), and the room's
// energy. The first After of a sitting also asks whether to include it in the room's energy (PULSE-04).
import { ArrowRight } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall } from '#web/use-call.ts'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useServerNow } from '#web/use-server-now.ts'
import { messages } from '#web/messages.ts'
import { endingLeaf, msToNextLeaf, type EndingFacts, type EndingLeaf } from '../../ending-leaf.ts'
import { formatLevelChange, energyLevels, type EnergyLevel } from '../../levels.ts'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import { setCarePlace, useCareOffer } from '../data/care-offer.ts'
import { loadEnergyModal } from './energy-prompt.tsx'
import { Leaf, useLeafFocus } from './leaf.tsx'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import { LevelPlaceholder, LevelRow } from './level-row.tsx'
import { useDayLevels, type DayLevels } from './sitting-levels.tsx'
import { t } from '#shared/t.ts'
import { rich } from '#web/rich.tsx'

const EnergyModal = lazyPart(loadEnergyModal)

interface DepartureLevelsProps {
  day: string
  /** In its sharing; null for the day's levels, at the member's own pace. */
  sitting: Sitting | null
  /** The first leaf: with how many others the member sat. */
  sentence: string
  /** The room's energy; drawn once its leaf is shown. */
  renderReflection: (isShown: boolean) => ReactNode
  /** Shown once the level is saved. */
  link: ReactNode
  /** The place of 'Thank everyone'. */
  thanks: ReactNode
  onToSharing: () => void
  onClose: () => void
}

/** Asks for the level after the sitting; then shows both levels, and the room. */
export function DepartureLevels(props: DepartureLevelsProps) {
  const { day, sitting, sentence, renderReflection, link, thanks, onToSharing, onClose } = props
  const departure = useDeparture(day, sitting)
  const { leaf, levels } = departure
  const grid = useLeafFocus(leaf)
  const isOfSitting = sitting !== null
  const [isReleased, setReleased] = useState(false)
  const back = (
    <Button variant="media" onClick={onClose}>
      {t('Back to the video')}
    </Button>
  )
  const change = (
    <Button variant="media" onClick={departure.change}>
      {levels.after ? t('Change your level') : t('Choose your level')}
    </Button>
  )
  return (
    // `data-asks`: an unprompted notice waits while this asks for the level.
    <div
      ref={grid}
      data-asks
      data-leaf={leaf}
      // On phones the stage is large until then.
      data-released={isReleased || undefined}
      className="relative grid p-4 pb-18"
    >
      {isOfSitting && (
        <Leaf isOn={leaf === 'sentence'} words={<h2 className="leaf-sentence serif">{sentence}</h2>} />
      )}
      <RowLeaf {...{ day, sentence, departure }} otherwise={isOfSitting ? null : back} />
      {departure.pairsMin !== null && (
        <Leaf isOn={leaf === 'choice'}>
          <LittleSentence>{sentence}</LittleSentence>
          <ReflectionChoice {...departure} pairsMin={departure.pairsMin} />
        </Leaf>
      )}
      {levels.after && (
        <SavedLeaf
          isOn={leaf === 'saved'}
          before={levels.before ?? null}
          after={levels.after}
          link={link}
          ways={
            <Ways>
              {change}
              {!isOfSitting && back}
            </Ways>
          }
        />
      )}
      {isOfSitting && (
        <Leaf isOn={leaf === 'room'} words={renderReflection(leaf === 'room')}>
          <Ways>
            {thanks}
            <Button
              variant="clear"
              onClick={() => {
                setReleased(true)
                onToSharing()
              }}
            >
              {t('To the sharing')}
            </Button>
          </Ways>
          <Ways>
            {change}
            {back}
          </Ways>
        </Leaf>
      )}
      {departure.turn && (
        <button
          type="button"
          aria-label={t('Continue')}
          onClick={departure.turn}
          className="absolute inset-0 z-1 -outline-offset-4 outline-[white]"
        />
      )}
    </div>
  )
}

/** It stays where the row is read: eyes that open late still find it. */
function LittleSentence({ children }: { children: string }) {
  return <h2 className="serif text-[1.15rem]">{children}</h2>
}

interface RowLeafProps {
  day: string
  sentence: string
  departure: Departure
  /** The way on without a level; null for 'Not now'. */
  otherwise: ReactNode
}

function RowLeaf({ day, sentence, departure, otherwise }: RowLeafProps) {
  const { leaf, levels, isKnown, reflectionOptIn } = departure
  const { before } = levels
  return (
    <Leaf isOn={leaf === 'row'}>
      <LittleSentence>{sentence}</LittleSentence>
      {before && (
        <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 text-small">
          {rich('You arrived with <badge></badge>', { badge: () => <LevelBadge level={before} /> })}
        </p>
      )}
      {isKnown ? (
        <LevelRow
          legend={t('How are you leaving?')}
          chosen={levels.pressed ?? levels.after?.index ?? null}
          isSaving={levels.isSaving}
          // The question of the first level says it there.
          isFailed={levels.isFailed && leaf === 'row'}
          isOnImage
          onChoose={departure.choose}
        />
      ) : (
        <LevelPlaceholder />
      )}
      <Ways>
        <WordsButton {...{ day, reflectionOptIn }} />
        {otherwise ?? (
          <Button variant="media" onClick={departure.skip}>
            {t('Not now')}
          </Button>
        )}
      </Ways>
    </Leaf>
  )
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1">{children}</div>
}

type Departure = ReturnType<typeof useDeparture>

/** The levels of a departure, and what the member's presses make of them. */
function useDeparture(day: string, sitting: Sitting | null) {
  const levels = useDayLevels(day, sitting)
  const hasCare = useCareOffer() !== null
  const choice = useReflectionChoice(sitting)
  const [turns, setTurns] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [isSkipped, setSkipped] = useState(false)
  const isUnsaved = levels.isSaving || levels.isFailed
  const leaf = useEndingLeaf({
    endedAt: sitting?.sharingAt ?? null,
    savedAt: levels.afterAt,
    turns,
    isChoosing: chosen !== null && (!isSubmitted || isUnsaved),
    isChanging: isChanging || isUnsaved,
    isSkipped,
    hasCare,
  })
  const save = (index: number, reflectionOptIn: boolean | null) => {
    setChanging(false)
    setSkipped(false)
    levels.save('post', index, reflectionOptIn)
  }
  return {
    leaf,
    levels,
    /** Whether the row can be shown. */
    isKnown: levels.before !== undefined && levels.after !== undefined && !choice.isPending,
    /** Null once the member has chosen whether to be part of the room's energy. */
    pairsMin: choice.pairsMin,
    reflectionOptIn: choice.reflectionOptIn,
    /** The level that waits for that choice. */
    chosen,
    /** Turns the leaf before its time; null once nothing turns by itself. */
    turn: leaf === 'hush' || leaf === 'sentence' ? () => setTurns(leaf === 'hush' ? 1 : 2) : null,
    choose: (index: number) => {
      if (choice.isAsked) {
        setChosen(index)
        setSubmitted(false)
      } else save(index, choice.reflectionOptIn)
    },
    submit: (isOptedIn: boolean) => {
      if (chosen === null) return
      setSubmitted(true)
      choice.set(isOptedIn)
      save(chosen, isOptedIn)
    },
    change: () => {
      setChosen(null)
      setChanging(true)
    },
    skip: () => setSkipped(true),
  }
}

/** Whether the member's pair is part of the room's energy: their choice, or the question with their first After. */
function useReflectionChoice(sitting: Sitting | null) {
  const isOfSitting = sitting !== null
  const { data, isPending } = useCall(
    reflectionOptInCalls.reflectionOptIn,
    {},
    { enabled: isOfSitting, uncached: true },
  )
  const [chosen, set] = useState<boolean | null>(null)
  const isUnchosen = isOfSitting && data?.isOptedIn === null
  return {
    isPending: isOfSitting && isPending,
    /** An unknown choice includes nothing. */
    reflectionOptIn: isOfSitting ? (chosen ?? data?.isOptedIn ?? null) : null,
    isAsked: isUnchosen && chosen === null,
    pairsMin: isUnchosen ? data.pairsMin : null,
    set,
  }
}

function useEndingLeaf(facts: EndingFacts): EndingLeaf {
  const { endedAt, savedAt } = facts
  const msToNext = useCallback(
    (nowMs: number) => msToNextLeaf({ endedAt, savedAt }, nowMs),
    [endedAt, savedAt],
  )
  return endingLeaf(facts, useServerNow(msToNext))
}

interface SavedLeafProps {
  isOn: boolean
  before: EnergyLevel | null
  after: EnergyLevel
  link: ReactNode
  ways: ReactNode
}

/** Both levels and their change, with the care card in the link's place while it is shown. */
function SavedLeaf({ isOn, before, after, link, ways }: SavedLeafProps) {
  const hasCare = useCareOffer() !== null
  return (
    <Leaf
      isOn={isOn}
      words={
        <>
          <LevelPair {...{ before, after }} />
          {before !== null && (
            <p className="serif text-title">{formatLevelChange(after.index - before.index)}</p>
          )}
        </>
      }
    >
      {hasCare ? <div ref={setCarePlace} className="grid w-full justify-items-center" /> : link}
      {ways}
    </Leaf>
  )
}

/** The levels of a sitting or a day as badges; the level before it may be missing. */
export function LevelPair({ before, after }: { before: EnergyLevel | null; after: EnergyLevel | null }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1.5">
      {before !== null && <LevelBadge level={before} />}
      {after !== null && (
        <span className="inline-flex items-center gap-2.5">
          {before !== null && (
            <ArrowRight aria-label={t('to')} className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
          )}
          <LevelBadge level={after} />
        </span>
      )}
    </p>
  )
}

interface ReflectionChoiceProps {
  levels: DayLevels
  pairsMin: number
  chosen: number | null
  submit: (isOptedIn: boolean) => void
  change: () => void
}

/** Whether to include the chosen level: two equal buttons, neither preselected (PULSE-04). */
function ReflectionChoice({ levels, pairsMin, chosen, submit, change }: ReflectionChoiceProps) {
  const level = energyLevels[chosen ?? -1]
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center justify-center gap-1">
        {level && <LevelBadge level={level} />}
        <Button variant="media" onClick={change}>
          {t('Change')}
        </Button>
      </p>
      <div aria-busy={levels.isSaving} className="leaf-choice">
        <Button variant="lit" wide onClick={() => submit(false)}>
          {t('Save')}
        </Button>
        <Button variant="lit" wide onClick={() => submit(true)}>
          {t('Save and add to the room’s energy')}
        </Button>
      </div>
      {levels.isFailed && <FormError>{messages.notSaved}</FormError>}
      <p className="max-w-[34em] text-small text-balance">
        {t(
          'The room only sees the average change of {pairsMin} or more people. You can change this in Settings.',
          { pairsMin },
        )}
      </p>
    </>
  )
}

/** Opens the modal, for a level with a diary comment. */
function WordsButton({ day, reflectionOptIn }: { day: string; reflectionOptIn: boolean | null }) {
  const modal = useCloseOnBack()
  const open = () => {
    EnergyModal.preload()
    modal.open()
  }
  return (
    <>
      <Button
        variant="media"
        onPointerEnter={EnergyModal.preload}
        onFocus={EnergyModal.preload}
        onClick={open}
      >
        {t('Add a few words')}
      </Button>
      <EnergyModal
        open={modal.isOpen}
        onOpenChange={modal.close}
        sessionDate={day}
        offered="post"
        reflectionOptIn={reflectionOptIn}
      />
    </>
  )
}
