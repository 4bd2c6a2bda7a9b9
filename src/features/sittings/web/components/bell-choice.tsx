// The choice of the bell, with a way to hear it.
import { Volume2 } from 'lucide-react'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { playBell } from '../data/bell-sound.ts'
import { setBellChoice, useBellChoice, type BellChoice } from '../data/bell.ts'

const options = [
  { value: 'bowl', label: 'Bowl' },
  { value: 'chime', label: 'Chime' },
  { value: 'gong', label: 'Gong' },
  { value: 'off', label: 'Off' },
] as const satisfies { value: BellChoice; label: string }[]

export function BellSetting() {
  const choice = useBellChoice()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented legend="Bell" options={options} value={choice} onChange={setBellChoice} />
      {choice !== 'off' && (
        <Button
          variant="subtle"
          onClick={() => {
            playBell(choice).catch((error: unknown) => logFailure('The bell could not be played.', error))
          }}
        >
          <Volume2 aria-hidden className="size-5" strokeWidth={1.8} />
          Listen
        </Button>
      )}
    </div>
  )
}
