// 'Sound off: the hall rings', for a member who sits in the same place as a hall (HALL-04).
import { clsx } from 'clsx'
import { VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHallsOf } from '#features/halls/web/people-in-halls.ts'
import { pageBell } from '#features/sittings/web/data/bell.ts'
import { t } from '#shared/i18n/t.ts'
import { pageMute } from '#web/player/page-mute.ts'
import { Button } from '#web/ui/button.tsx'

interface SoundOffProps {
  sittingId: number
  isHidden: boolean
  /** It was given up in the dark. */
  comesWithLight: boolean
}

/** Offered at a seat while the sitting has a hall. It ends with the seat, and changes no choice of the device. */
export function SoundOff({ sittingId, isHidden, comesWithLight }: SoundOffProps) {
  const halls = useHallsOf(sittingId)?.halls ?? 0
  const [isOff, setOff] = useState(false)
  const isSilent = isOff && halls > 0
  useEffect(() => {
    if (!isSilent) return
    pageBell.set('off')
    pageMute.set(true)
    return () => {
      pageMute.set(false)
      pageBell.set(null)
    }
  }, [isSilent])
  if (halls === 0) return null
  return (
    <div
      hidden={isHidden}
      className={clsx('room-part px-4 max-lg:order-2 writing:hidden lg:p-0', comesWithLight && 'lights-back')}
    >
      <Button variant="subtle" size="sm" className="-mx-4" onClick={() => setOff(!isOff)}>
        <VolumeX aria-hidden className="size-4.5" strokeWidth={1.8} />
        {isOff ? t('Sound is off: the hall rings') : t('Sound off: the hall rings')}
      </Button>
    </div>
  )
}
