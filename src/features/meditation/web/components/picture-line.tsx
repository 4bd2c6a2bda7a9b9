// The words for a teacher's picture on the cover: that it comes, and from where.
import type { ReactNode } from 'react'
import { firstName } from '#shared/first-name.ts'
import { t } from '#shared/i18n/t.ts'
import { useSoundOnly } from '#web/player/sound-only.ts'

export interface CoverStream {
  /** Null while the page doesn't know it. */
  url: string | null
  /** Whose picture comes; null while no one holds the sitting. */
  hostName: string | null
  /** The picture has been seen here: it has covered the line that announces it. */
  wasSeen: boolean
  /** What it lasts is over, and the silence after it is on. */
  isSilence: boolean
}

/** Who comes; it doesn't change with the stream (STREAM-13). */
export function PictureLine({ stream: { hostName } }: { stream: CoverStream }) {
  const isSound = useSoundOnly()?.isChosen ?? false
  return <>{pictureLine(hostName === null ? null : firstName(hostName), isSound)}</>
}

function pictureLine(name: string | null, isSound: boolean): string {
  if (name === null)
    return isSound ? t('The teacher’s voice comes here') : t('The teacher’s picture comes here')
  return isSound ? t('{name}’s voice comes here', { name }) : t('{name}’s picture comes here', { name })
}

interface BeforePictureProps {
  stream: CoverStream
  /** The words of the silence after it. */
  inSilence: ReactNode
}

/** While the teacher speaks the picture covers it; once it has, the scene has no words. */
export function BeforePicture({ stream, inSilence }: BeforePictureProps) {
  if (stream.isSilence) return inSilence
  if (stream.wasSeen) return null
  return (
    <p className="silence-word serif max-w-full text-section text-balance wrap-anywhere @xl:text-title">
      <PictureLine stream={stream} />
    </p>
  )
}
