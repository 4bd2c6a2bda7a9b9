// The steps of an ending: the number of the others, the level after it, saved with one press (ENERGY-28), and the room's
// energy. The first After of a sitting also asks whether to include it in the room's energy (PULSE-04).
import { ArrowRight } from 'lucide-react'
import { useCallback, useReducer, useState, type ReactNode } from 'react'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { rich } from '#web/i18n/rich.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import { useCall } from '#web/use-call.ts'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { endingReducer, endingStep, msToNextStep, noPresses, type EndingState } from '../../ending.ts'
import { formatLevelChange, energyLevels, type EnergyLevel } from '../../levels.ts'
import { setCarePlace, useCareOffer } from '../data/care-offer.ts'
import { loadEnergyModal } from './energy-prompt.tsx'
import { LevelPlaceholder, LevelRow } from './level-row.tsx'
import { useDayLevels, type DayLevels } from './sitting-levels.tsx'
import { StepPanel, useStepFocus } from './step-panel.tsx'

const EnergyModal = lazyPart(loadEnergyModal)

interface EndingLevelsProps {
  day: string
  /** In its sharing; null for the day's levels, at the member's own pace. */
  sitting: Sitting | null
  /** With how many others the member sat. */
  title: string
  /** The room's energy; drawn once its step is shown. */
  renderReflection: (isShown: boolean) => ReactNode
  /** Shown once the level is saved. */
  link: ReactNode
  /** The place of 'Thank everyone'. */
  thanks: ReactNode
  /** Null once the member has gone there. */
  onToSharing: (() => void) | null
  /** At the member's own pace. */
  closeLabel: string
  onClose: () => void
}

/** Asks for the level after the sitting; then shows both levels, and the room. */
export function EndingLevels(props: EndingLevelsProps) {
  const { day, sitting, title, renderReflection, link, thanks } = props
  const { onToSharing, closeLabel, onClose } = props
  const ending = useEnding(day, sitting)
  const { step, levels, dispatch } = ending
  const grid = useStepFocus(step)
  const isOfSitting = sitting !== null
  const back = (
    <Button variant="media" onClick={onClose}>
      {closeLabel}
    </Button>
  )
  const change = (
    <Button variant="media" onClick={() => dispatch({ type: 'change' })}>
      {t('Change your level')}
    </Button>
  )
  return (
    // `data-asks`: an unprompted banner waits while this asks for the level.
    <div
      ref={grid}
      data-asks
      data-step={step}
      className="relative grid content-center px-5 py-3 has-[.care-place]:content-stretch"
    >
      {isOfSitting && (
        <StepPanel
          isOn={step === 'together'}
          announcement={<h2 className="ending-together serif">{title}</h2>}
        />
      )}
      <LevelStep {...{ day, title, ending }} secondary={isOfSitting ? null : back} />
      {ending.pairsMin !== null && (
        <StepPanel isOn={step === 'share'}>
          <StepTitle>{title}</StepTitle>
          <ReflectionChoice {...ending} pairsMin={ending.pairsMin} />
        </StepPanel>
      )}
      {levels.after && (
        <SavedStep
          isOn={step === 'saved'}
          setFocused={ending.setFocused}
          before={levels.before ?? null}
          after={levels.after}
          link={link}
          actions={
            <>
              {change}
              {!isOfSitting && back}
            </>
          }
        />
      )}
      {isOfSitting && (
        <StepPanel isOn={step === 'room'} announcement={renderReflection(step === 'room')}>
          <StepActions className="gap-y-3 pt-3 shallow:gap-y-1 shallow:pt-0">
            {thanks}
            {onToSharing && (
              <Button variant="clear" onClick={onToSharing}>
                {t('To the sharing')}
              </Button>
            )}
          </StepActions>
        </StepPanel>
      )}
      {(step === 'bell' || step === 'dusk' || step === 'together') && (
        <button
          type="button"
          aria-label={t('Continue')}
          onClick={() => dispatch({ type: 'continue', from: step })}
          className="absolute inset-0 z-1 -outline-offset-4 outline-[white]"
        />
      )}
    </div>
  )
}

/** It stays where the row is read: eyes that open late still find it. */
function StepTitle({ children }: { children: string }) {
  return <h2 className="serif text-[1.15rem]">{children}</h2>
}

interface LevelStepProps {
  day: string
  title: string
  ending: Ending
  /** The way on without a level; null for 'Not now'. */
  secondary: ReactNode
}

function LevelStep({ day, title, ending, secondary }: LevelStepProps) {
  const { step, levels, isKnown, reflectionOptIn, choose, dispatch } = ending
  const { before } = levels
  return (
    <StepPanel isOn={step === 'level'}>
      <StepTitle>{title}</StepTitle>
      {isKnown ? (
        <LevelRow
          legend={t('How are you leaving?')}
          above={
            before && (
              <p className="mb-1 flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 text-small">
                {rich('You arrived with <badge></badge>', { badge: () => <LevelBadge level={before} /> })}
              </p>
            )
          }
          chosen={levels.pressed ?? levels.after?.index ?? null}
          isSaving={levels.isSaving}
          // The question of the first level says it there.
          isFailed={levels.isFailed && step === 'level'}
          isOnImage
          onChoose={choose}
        />
      ) : (
        <LevelPlaceholder isOnImage />
      )}
      <StepActions>
        <CommentButton {...{ day, reflectionOptIn }} />
        {secondary ?? (
          <Button variant="media" onClick={() => dispatch({ type: 'skip' })}>
            {t('Not now')}
          </Button>
        )}
      </StepActions>
    </StepPanel>
  )
}

function StepActions({ className = 'gap-y-1', children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-wrap items-center justify-center gap-x-2.5 ${className}`}>{children}</div>
}

type Ending = ReturnType<typeof useEnding>

/** The step of an ending, its levels, and what the member's presses do. */
function useEnding(day: string, sitting: Sitting | null) {
  const levels = useDayLevels(day, sitting)
  const hasCare = useCareOffer() !== null
  const choice = useReflectionChoice(sitting)
  const [presses, dispatch] = useReducer(endingReducer, noPresses)
  const [isFocused, setFocused] = useState(false)
  const step = useEndingStep({
    presses,
    endedAt: sitting?.sharingAt ?? null,
    savedAt: levels.afterAt,
    isUnsaved: levels.isSaving || levels.isFailed,
    isHeld: hasCare || isFocused,
  })
  return {
    step,
    levels,
    dispatch,
    setFocused,
    /** Whether the row can be shown. */
    isKnown: levels.before !== undefined && levels.after !== undefined && !choice.isPending,
    /** Null once the member has chosen whether to be part of the room's energy. */
    pairsMin: choice.pairsMin,
    reflectionOptIn: choice.reflectionOptIn,
    /** The level that waits for that choice. */
    chosen: presses.at === 'sharing' ? presses.level : null,
    choose: (level: number) => {
      // A button that became inert told of no blur.
      setFocused(false)
      dispatch({ type: 'choose', level, asksToShare: choice.isAsked })
      if (!choice.isAsked) levels.save('post', level, choice.reflectionOptIn)
    },
    share: (isOptedIn: boolean) => {
      if (presses.at !== 'sharing') return
      dispatch({ type: 'share' })
      choice.set(isOptedIn)
      levels.save('post', presses.level, isOptedIn)
    },
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

function useEndingStep(state: EndingState) {
  const { endedAt, savedAt } = state
  const msToNext = useCallback(
    (nowMs: number) => msToNextStep({ endedAt, savedAt }, nowMs),
    [endedAt, savedAt],
  )
  const nowMs = useServerNow(msToNext)
  // A correction of the clock takes back no step that was seen.
  const [latestMs, setLatestMs] = useState(nowMs)
  if (nowMs > latestMs) setLatestMs(nowMs)
  return endingStep(state, Math.max(nowMs, latestMs))
}

interface SavedStepProps {
  isOn: boolean
  /** Whether the focus is on one of its actions. */
  setFocused: (isFocused: boolean) => void
  before: EnergyLevel | null
  after: EnergyLevel
  link: ReactNode
  actions: ReactNode
}

/** Both levels and their change, with the care card instead of the link while it is shown. */
function SavedStep({ isOn, setFocused, before, after, link, actions }: SavedStepProps) {
  const hasCare = useCareOffer() !== null
  return (
    <StepPanel
      isOn={isOn}
      announcement={
        <>
          <LevelPair {...{ before, after }} />
          {before !== null && (
            <p className="serif text-title">{formatLevelChange(after.index - before.index)}</p>
          )}
        </>
      }
    >
      <div onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
        <StepActions>
          {!hasCare && link}
          {actions}
        </StepActions>
      </div>
      {hasCare && <div ref={setCarePlace} className="care-place" />}
    </StepPanel>
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
  share: (isOptedIn: boolean) => void
  dispatch: (event: { type: 'change' }) => void
}

/** Whether to include the chosen level: two equal buttons, neither preselected (PULSE-04). */
function ReflectionChoice({ levels, pairsMin, chosen, share, dispatch }: ReflectionChoiceProps) {
  const level = energyLevels[chosen ?? -1]
  return (
    <>
      <p className="flex min-h-11 flex-wrap items-center justify-center gap-1">
        {level && <LevelBadge level={level} />}
        <Button variant="media" onClick={() => dispatch({ type: 'change' })}>
          {t('Change')}
        </Button>
      </p>
      <div aria-busy={levels.isSaving} className="ending-share">
        <Button variant="clear" onClick={() => share(false)}>
          {t('Save')}
        </Button>
        <Button variant="clear" onClick={() => share(true)}>
          {t('Save and add to the room’s energy')}
        </Button>
      </div>
      {levels.isFailed && <FormError>{messages.notSaved}</FormError>}
      <p className="max-w-[26em] text-small text-balance">
        {t(
          'The room only sees the average change of {pairsMin} or more people. You can change this in Settings.',
          { pairsMin },
        )}
      </p>
    </>
  )
}

/** Opens the modal, for a level with a diary comment. */
function CommentButton({ day, reflectionOptIn }: { day: string; reflectionOptIn: boolean | null }) {
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
        entryDay={day}
        offered="post"
        reflectionOptIn={reflectionOptIn}
      />
    </>
  )
}
