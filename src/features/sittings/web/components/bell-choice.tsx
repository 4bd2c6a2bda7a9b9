// The choice of the bell, with a way to hear it.
import { Volume2 } from 'lucide-react'
import { bellNames } from '#shared/community.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { bellLabels } from '../../bell-labels.ts'
import { playBell } from '../data/bell-sound.ts'
import { setBellChoice, useBellChoice, type BellChoice } from '../data/bell.ts'

const options = bellNames.map((value) => ({ value, label: translate(bellLabels[value]) }))

export function BellSetting() {
  const choice = useBellChoice()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented legend={t('Bell')} options={options} value={choice} onChange={setBellChoice} />
      <ListenButton bell={choice} />
    </div>
  )
}

/** Nothing where no bell rings. */
function ListenButton({ bell }: { bell: BellChoice }) {
  if (bell === 'off') return null
  return (
    <Button
      variant="subtle"
      onClick={() => {
        playBell(bell).catch((error: unknown) => logFailure('The bell could not be played.', error))
      }}
    >
      <Volume2 aria-hidden className="size-5" strokeWidth={1.8} />
      {t('Listen')}
    </Button>
  )
}

/** Plays the community's bell. */
export function CommunityBellButton() {
  return <ListenButton bell={useCommunity().bell} />
}
