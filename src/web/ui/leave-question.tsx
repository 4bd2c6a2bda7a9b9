// The question before unsaved input is left.
import { useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useUnsavedInput } from '../unsaved-input.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveQuestionProps {
  open: boolean
  onLeave: () => void
  onStay: () => void
}

export function LeaveQuestion({ open, onLeave, onStay }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t('Close without saving?')}
      description={t('Your changes aren’t saved yet.')}
      confirm={t('Discard')}
      cancel={t('Keep editing')}
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}

interface AskOptions {
  /** Whether the form is shown: a dialog may stay mounted, with its input, after it was closed. */
  open: boolean
  isChanged: boolean
  /** Whether a draft has the input: then only closing the form loses it. */
  hasDraft?: boolean
  leave: () => void
}

/** Asks before a changed form is closed; without a draft also before its screen or the page is left. */
export function useAskBeforeLeaving({ open, isChanged, hasDraft = false, leave }: AskOptions): {
  ask: () => void
  question: ReactNode
} {
  const [isAsking, setAsking] = useState(false)
  useUnsavedInput(open && isChanged && !hasDraft)
  return {
    ask: () => {
      if (isChanged) setAsking(true)
      else leave()
    },
    question: (
      <LeaveQuestion
        open={open && isAsking}
        onLeave={() => {
          setAsking(false)
          leave()
        }}
        onStay={() => setAsking(false)}
      />
    ),
  }
}
