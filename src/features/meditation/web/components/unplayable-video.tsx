// In place of a video whose address isn't allowed (T29).
import { t } from '#shared/i18n/t.ts'
import { VideoErrorPanel } from '#web/player/video-panels.tsx'

export function UnplayableVideo() {
  return (
    <VideoErrorPanel title={t('This video can’t be shown')}>
      {t('Its address can’t be played here. The room and the chat are still open.')}
    </VideoErrorPanel>
  )
}
