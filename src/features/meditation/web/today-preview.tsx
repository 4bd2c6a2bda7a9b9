// Preview on the sign-in screen: today's meditation, and how many sat yesterday (AUTH-48).
import { useEffect, useState } from 'react'
import { formatNumber } from '#shared/format-number.ts'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { previewCalls, type MeditationPreview } from '../preview-contract.ts'

/** In the lower left of its container. Renders nothing until it's known, and nothing if it can't be read. */
export function TodayPreview() {
  const [preview, setPreview] = useState<MeditationPreview | null>(null)
  useEffect(() => {
    const reading = new AbortController()
    call(previewCalls.preview, {}, { signal: reading.signal }).then(setPreview, (error: unknown) => {
      if (!reading.signal.aborted) logFailure('The preview was not loaded.', error)
    })
    return () => reading.abort()
  }, [])
  if (!preview) return null
  const { today, satYesterday } = preview
  const facts = [
    ...(today ? [`${formatNumber(today.duration)} min`] : []),
    ...(satYesterday > 0
      ? [`${formatNumber(satYesterday)} ${satYesterday === 1 ? 'person' : 'people'} sat here yesterday`]
      : []),
  ]
  if (facts.length === 0) return null
  return (
    <div className="motion-fade absolute inset-x-0 bottom-0 grid gap-0.5 [background-image:linear-gradient(transparent,oklch(15%_0.04_290/0.72)_50%)] px-4 pt-12 pb-3.5 text-[white] lg:px-8 lg:pt-24 lg:pb-7">
      {today && (
        <>
          <p className="text-meta opacity-85 max-lg:sr-only">Today</p>
          <p dir="auto" className="serif truncate text-lead lg:text-title">
            {today.title}
          </p>
        </>
      )}
      <p className="text-small opacity-90">{facts.join(' · ')}</p>
    </div>
  )
}
