// Preview on the sign-in screen: today's meditation, its bell, and how many sat yesterday (AUTH-48).
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#web/call.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { localZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { previewCalls, type MeditationPreview } from '../../contract.ts'
import { bellSentence, msToNextBellSentence, previewDay, previewDetails } from '../../preview-sentences.ts'

interface TodayPreviewProps {
  /** The element of the scene, for screens with two columns. */
  shore: HTMLElement | null
  /** Whether it is also in its own place, for screens with one column. */
  isInColumn: boolean
}

/** Reserves its place until it's known; renders nothing if it can't be read. */
export function TodayPreview(props: TodayPreviewProps) {
  const preview = usePreview()
  if (preview === undefined) return props.isInColumn && <div className="min-h-24 columns:hidden" />
  return preview && <Words {...props} preview={preview} />
}

function Words({ preview, shore, isInColumn }: TodayPreviewProps & { preview: MeditationPreview }) {
  const { day, bell } = useBell(preview.startsAt)
  const facts = previewDetails(preview)
  const { today } = preview
  if (facts === '' && bell === null) return null
  const words = (
    <>
      {today && (
        <>
          <p className="text-meta font-medium opacity-85">{day}</p>
          <p
            dir="auto"
            lang={contentLang(today.language)}
            className="serif text-section wrap-anywhere lg:text-title"
          >
            {today.title}
          </p>
        </>
      )}
      {bell !== null && <p className="text-small opacity-85">{bell}</p>}
      {facts !== '' && <p className="text-small opacity-85">{facts}</p>}
    </>
  )
  return (
    <>
      {isInColumn && (
        <div className="motion-fade grid min-h-24 content-start gap-0.5 columns:hidden">{words}</div>
      )}
      {shore &&
        createPortal(
          <div className="motion-fade absolute inset-x-0 bottom-0 hidden gap-1 dusk px-5 pt-34 pb-3 text-[white] columns:grid lg:px-8 lg:pb-7">
            {words}
          </div>,
          shore,
        )}
    </>
  )
}

/** Undefined until it's known; null if it couldn't be read. */
function usePreview(): MeditationPreview | null | undefined {
  const [preview, setPreview] = useState<MeditationPreview | null>()
  useEffect(() => {
    const reading = new AbortController()
    call(previewCalls.preview, {}, { signal: reading.signal }).then(setPreview, (error: unknown) => {
      if (reading.signal.aborted) return
      setPreview(null)
      logFailure('The preview was not loaded.', error)
    })
    return () => reading.abort()
  }, [])
  return preview
}

/**
 * By the server's clock, renewed each minute: the bell's day, and its sentence. The sentence is null without a bell, or
 * once it has rung.
 */
function useBell(startsAt: number | null): { day: string; bell: string | null } {
  const [local] = useState(localZone)
  const nowMs = useServerNow(
    useCallback(
      (nowMs: number) => (startsAt === null ? null : msToNextBellSentence(startsAt, nowMs)),
      [startsAt],
    ),
  )
  const zones = { community: pageDays().zoneAt(startsAt ?? nowMs), local }
  return {
    day: previewDay(startsAt, nowMs, zones),
    bell: startsAt === null ? null : bellSentence(startsAt, nowMs, zones),
  }
}
