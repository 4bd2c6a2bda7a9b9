// The button that seats a member, or shows them the picture of a sharing. With it what it loads, and the choice of sound only.
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { savesData, useSoundOnly, type SoundOnly } from '#web/player/sound-only.ts'
import { handOver } from '#web/player/video-overlays.tsx'
import { Button } from '#web/ui/button.tsx'

/** A caption, not a button. On a low picture it may lie on the horizon, and has a ground. */
export const wordsClass = 'max-w-[44ch] rounded-field text-small text-balance shallow:bg-veil shallow:px-2'

/** What the seat loads from another site; nothing while the page doesn't know the stream. */
export function siteHint(streamUrl: string | null | undefined): string | null {
  if (streamUrl == null || streamUrl.startsWith('/')) return null
  return t('Your seat loads the picture from {site}.', { site: new URL(streamUrl).host })
}

interface SeatButtonProps {
  hint: string | null
  onPress: () => void
  children: ReactNode
}

/** The seat, and the choice to load its sound only: first where the browser is asked for less data (SMALL-02). */
export function SeatButton({ hint, onPress, children }: SeatButtonProps) {
  const soundOnly = useSoundOnly()
  const isChoiceFirst = savesData()
  const choice = soundOnly && <SoundOnlyChoice {...soundOnly} />
  return (
    <>
      {isChoiceFirst && choice}
      <Button variant="lit" onClick={handOver(onPress)}>
        {children}
      </Button>
      {hint !== null && <p className={wordsClass}>{hint}</p>}
      {!isChoiceFirst && choice}
    </>
  )
}

/** A checkbox, as a latecomer's press on a button in the cover joins the group. */
export function SoundOnlyChoice({ isChosen, choose }: SoundOnly) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-pill bg-veil px-4 text-small">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => choose(target.checked)}
        className="grid size-5 flex-none cursor-[inherit] appearance-none place-items-center rounded-[6px] border border-[oklch(100%_0_0/0.7)] outline-[white] before:size-3 before:scale-0 before:bg-[oklch(27%_0.075_283)] before:check-mark checked:bg-[white] checked:before:scale-100"
      />
      <span>{t('Sound only')}</span>
    </label>
  )
}
