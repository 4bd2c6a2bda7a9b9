// Playback error: why a video of our own player doesn't play, and what its member can do.
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { sitOnSentence } from '#web/player/group/sit-on.ts'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import { Button } from '#web/ui/button.tsx'
import { handOver } from './video-overlays.tsx'
import { VideoErrorPanel } from './video-panels.tsx'

interface PlaybackErrorProps {
  /** If false, loading only takes too long. */
  hasFailed: boolean
  /** Another attempt comes by itself. */
  isRetrying: boolean
  hasProgress: boolean
  group: PlayerGroup | null
  /** Beside 'Try again'. */
  otherAction: ReactNode
  onRetry: () => void
}

export function PlaybackError(props: PlaybackErrorProps) {
  const { hasFailed, isRetrying, hasProgress, group, otherAction, onRetry } = props
  const sitOn = sitOnSentence(group)
  const reason = navigator.onLine
    ? t('Its file is missing, or the connection was lost.')
    : t('You seem to be offline.')
  return (
    <VideoErrorPanel
      title={
        hasFailed ? t('The video can’t be played right now.') : t('The video is taking a while to load.')
      }
      actions={
        <>
          <Button onClick={handOver(onRetry)}>{t('Try again')}</Button>
          {otherAction}
        </>
      }
    >
      <span>{hasFailed && !isRetrying ? reason : t('It will continue when the connection is back.')}</span>
      {(sitOn !== null || hasProgress) && ' '}
      {sitOn !== null ? (
        <span>{sitOn}</span>
      ) : (
        hasProgress && <span>{t('Your place in the video is saved.')}</span>
      )}
    </VideoErrorPanel>
  )
}
