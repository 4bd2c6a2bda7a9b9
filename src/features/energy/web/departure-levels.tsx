// The After of a sitting, saved with one press, and the change since its Before (ENERGY-28). In the first sharing, also
// asks whether to include it in the room's energy (PULSE-04).
import { ArrowRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { reflectionOptInCalls } from '../reflection-opt-in-contract.ts'
import { formatLevelChange } from '../history.ts'
import type { EnergyLevel } from '../levels.ts'
import { loadEnergyModal } from './energy-prompt.tsx'
import { LevelBadge } from './level-badge.tsx'
import { LevelPlaceholder, LevelRow } from './level-row.tsx'
import { useDayLevels, type DayLevels } from './sitting-levels.tsx'

interface DepartureLevelsProps {
  day: string
  /** In its sharing; null for the day's levels. */
  sitting: Sitting | null
  /** Shown once both levels are known. */
  link: ReactNode
  /** Between the levels and the buttons. */
  children: ReactNode
  /** Further buttons. */
  actions: ReactNode
}

/** Asks for the level after the sitting; then shows both levels and their change. */
export function DepartureLevels({ day, sitting, link, children, actions }: DepartureLevelsProps) {
  const levels = useDayLevels(day, sitting)
  const isOfSitting = sitting !== null
  const optIn = useCall(reflectionOptInCalls.reflectionOptIn, {}, { enabled: isOfSitting, uncached: true })
  const { before, after } = levels
  const isKnown = before !== undefined && after !== undefined && !(isOfSitting && optIn.isPending)
  const isAsking = isKnown && after === null
  // Null once the member has chosen.
  const pairsMin = isOfSitting && optIn.data?.isOptedIn === null ? optIn.data.pairsMin : null
  // An unknown choice includes nothing.
  const reflectionOptIn = isOfSitting ? (optIn.data?.isOptedIn ?? null) : null
  return (
    <>
      {!isKnown && <LevelPlaceholder isOnImage />}
      {isAsking && before !== null && (
        <p className="flex items-center gap-2.5 text-[0.95rem]">
          You arrived with <LevelBadge index={before.index} />
        </p>
      )}
      {isAsking && pairsMin !== null && <FirstAfter levels={levels} pairsMin={pairsMin} />}
      {isAsking && pairsMin === null && (
        <LevelRow
          legend="How are you leaving?"
          isOnImage
          {...levels}
          onChoose={(index) => levels.save('post', index, reflectionOptIn)}
        />
      )}
      {isKnown && after !== null && (
        <>
          <SavedLevels before={before} after={after} />
          {link}
        </>
      )}
      {children}
      <div className="flex flex-wrap items-center justify-center gap-2.5">
        {isAsking && <WordsButton {...{ day, reflectionOptIn }} />}
        {actions}
      </div>
    </>
  )
}

function SavedLevels({ before, after }: { before: EnergyLevel | null; after: EnergyLevel }) {
  return (
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
  )
}

/** The level, and whether to include it: two equal buttons, neither preselected (PULSE-04). */
function FirstAfter({ levels, pairsMin }: { levels: DayLevels; pairsMin: number }) {
  const [index, setIndex] = useState<number | null>(null)
  const save = (reflectionOptIn: boolean) => {
    if (index !== null) levels.save('post', index, reflectionOptIn)
  }
  return (
    <>
      <LevelRow legend="How are you leaving?" isOnImage {...levels} chosen={index} onChoose={setIndex} />
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button disabled={index === null} onClick={() => save(false)}>
          Save
        </Button>
        <Button disabled={index === null} onClick={() => save(true)}>
          Save and add to the room’s energy
        </Button>
      </div>
      <p className="text-small text-balance">{`The room only sees the average change of ${pairsMin} or more people. You can change this in Settings.`}</p>
    </>
  )
}

/** Opens the modal, for a level with a diary comment. */
function WordsButton({ day, reflectionOptIn }: { day: string; reflectionOptIn: boolean | null }) {
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
        <EnergyModal
          open={modal.isOpen}
          onOpenChange={modal.close}
          sessionDate={day}
          offered="post"
          reflectionOptIn={reflectionOptIn}
        />
      )}
    </>
  )
}
