// The picture that a desk sends, and the test as the server received it.
import { useEffect, useRef } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { DeskState } from './desk.ts'

/** As who sits sees it, so not mirrored. */
export function DeskFrame({ state: { picture, camera, test } }: { state: DeskState }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (picture) container.current?.replaceChildren(picture)
  }, [picture])
  if (picture === null) return null
  return (
    <div className="grid max-w-160 gap-6">
      {test && (
        <div className="grid gap-2" role="status">
          {test.kind === 'loading' && <p>{t('The server is asked for what it received.')}</p>}
          {test.kind === 'failed' && (
            <p className="text-danger">
              {t('The server has nothing of your test. Check your connection, then test again.')}
            </p>
          )}
          {test.kind === 'received' && (
            <>
              <p className="font-strong">{t('This is what the server received. Do you hear yourself?')}</p>
              <video
                controls
                playsInline
                src={test.url}
                aria-label={t('Your test')}
                className="aspect-video w-full rounded-panel bg-sunken"
              />
            </>
          )}
        </div>
      )}
      <figure className="grid gap-2" hidden={test?.kind === 'received'}>
        <div
          ref={container}
          role="img"
          aria-label={camera === 'on' ? t('Your camera’s picture') : t('The water')}
          className="aspect-video overflow-hidden rounded-panel bg-sunken *:size-full"
        />
        <figcaption className="text-small text-ink-3">
          {camera === 'on'
            ? t('This is what they see.')
            : t('Your camera is off: they see the water, and hear you.')}
        </figcaption>
      </figure>
    </div>
  )
}
