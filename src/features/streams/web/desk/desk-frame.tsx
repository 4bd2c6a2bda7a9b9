// The picture that a desk sends.
import { useEffect, useRef } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { DeskState } from './desk-state.ts'

/** As who sits sees it, so not mirrored. */
export function DeskFrame({ state: { picture, camera } }: { state: DeskState }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (picture) container.current?.replaceChildren(picture)
  }, [picture])
  if (picture === null) return null
  const isOn = camera === 'on'
  return (
    <figure className="grid max-w-120 gap-2">
      <div
        ref={container}
        role="img"
        aria-label={isOn ? t('Your camera’s picture') : t('The water')}
        className="aspect-video overflow-hidden rounded-panel bg-sunken *:size-full"
      />
      <figcaption className="text-small text-ink-3">
        {isOn ? t('This is what they see.') : t('Your camera is off: they see the water, and hear you.')}
      </figcaption>
    </figure>
  )
}
