// Energy prompt: offers an entry at the first play, at the video's end, and when the sitting is complete.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useCloseOnBack } from '#web/use-close-on-back.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { MoodType } from '../../contract.ts'
import { currentPair } from '../../current-pair.ts'
import { entryToPrompt, type EntryTrigger } from '../../rules.ts'
import { useCurrentPairInput } from '../hooks/use-current-pair-input.ts'
import { useEntriesOfDay } from '../hooks/use-entries.ts'

export const loadEnergyModal = async () => (await import('./energy-modal.tsx')).EnergyModal

/** The guide is speaking by then. */
const arrivalPromptMs = 20_000

interface EnergyPromptProps {
  /** The day of the sitting. */
  day: string
  /** The latest one; null when there is nothing to offer. */
  trigger: EntryTrigger | null
  /** The prompt was accepted or dismissed. */
  onDone: () => void
}

const promptTexts = {
  pre: t('How is your energy before you begin?'),
  post: t('How is your energy now?'),
} as const

/** Renders nothing when the pair of the moment has the entry, or until that is known. */
export function EnergyPrompt({ day, trigger, onDone }: EnergyPromptProps) {
  /** The entry being recorded; the prompt may move on to another one meanwhile. */
  const [openFor, setOpenFor] = useState<{ entryDay: string; offered: MoodType } | null>(null)
  const modal = useCloseOnBack(onDone)
  const [EnergyModal, prepare] = useLazyImport(loadEnergyModal)
  const entries = useEntriesOfDay(day, { enabled: trigger !== null })
  const pairInput = useCurrentPairInput(day, { enabled: trigger !== null })
  const moodType =
    trigger === null || entries.data == null || entries.isFetching || pairInput === null
      ? null
      : entryToPrompt(currentPair(entries.data, pairInput), trigger)
  useEffect(() => {
    if (trigger !== 'first-play' || modal.isOpen) return
    const timer = setTimeout(onDone, arrivalPromptMs)
    return () => clearTimeout(timer)
  }, [trigger, modal.isOpen, onDone])
  if (modal.isOpen && openFor !== null && EnergyModal)
    return <EnergyModal open onOpenChange={modal.close} {...openFor} />
  const open = () => {
    if (moodType === null) return
    prepare()
    setOpenFor({ entryDay: day, offered: moodType })
    modal.open()
  }
  return (
    // The live region exists before its text, so that screen readers announce the text.
    <div role="status">
      {moodType !== null && (
        // `data-asks`: an unprompted banner waits while another one is open.
        <div
          data-asks
          className="motion-fade mx-4 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-surface py-2 pe-2.5 ps-5 lg:mx-8 lg:mb-5"
        >
          <p className="min-w-0 flex-1 text-[0.95rem]">{promptTexts[moodType]}</p>
          <Button onPointerEnter={prepare} onFocus={prepare} onClick={open}>
            {t('Track it')}
          </Button>
          <IconButton label={t('Not now')} variant="subtle" onClick={onDone}>
            <X aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </div>
      )}
    </div>
  )
}
