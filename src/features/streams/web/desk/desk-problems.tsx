// What is wrong at a desk, each as a sentence, with what can be done.
import { t } from '#shared/i18n/t.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { Stream } from '../../contract.ts'
import { deviceSentence, recorderSentence, stopSentence } from './desk-sentences.ts'
import type { DeskState } from './desk-state.ts'
import type { Desk } from './desk.ts'

interface DeskProblemsProps {
  stream: Stream
  state: DeskState
  desk: Desk
}

export function DeskProblems({ stream, state, desk }: DeskProblemsProps) {
  const { deviceFailures, recorderFailure, stopReason, step, camera } = state
  const { microphone, camera: cameraFailure } = deviceFailures
  return (
    <>
      {stopReason !== null && (
        <ErrorPanel title={t('Nothing is being sent')}>{stopSentence(stopReason, stream)}</ErrorPanel>
      )}
      {microphone !== undefined && (
        <ErrorPanel
          title={t('No microphone')}
          busy={step === 'asking'}
          {...(microphone === 'insecure' ? {} : { onRetry: () => void desk.openMicrophone() })}
        >
          {deviceSentence('microphone', microphone)}
        </ErrorPanel>
      )}
      {cameraFailure !== undefined && (
        <ErrorPanel
          title={t('No camera')}
          busy={camera === 'asking'}
          onRetry={() => void desk.switchCamera(true)}
        >
          {deviceSentence('camera', cameraFailure)}
        </ErrorPanel>
      )}
      {recorderFailure !== null && (
        <ErrorPanel title={t('No recording')}>{recorderSentence(recorderFailure)}</ErrorPanel>
      )}
    </>
  )
}
