// The level after a sitting, noted with one press on its picture, and the change since the level before (ENERGY-28).
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { formatLevelChange } from '../history.ts'
import { loadEnergyModal } from './energy-prompt.tsx'
import { LevelBadge } from './level-badge.tsx'
import { LevelPlaceholder, LevelRow, useDayLevels } from './sitting-levels.tsx'

/** Asks for the level after the sitting; then shows both levels and their change, with `children` below. */
export function DepartureLevels({ day, children }: { day: string; children: ReactNode }) {
  const levels = useDayLevels(day)
  const { before, after } = levels
  if (before === undefined || after === undefined) return <LevelPlaceholder />
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
