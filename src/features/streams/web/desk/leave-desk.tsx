// Asks before a desk is left that is heard.
import { useBlocker } from '@tanstack/react-router'
import { t } from '#shared/i18n/t.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Desk } from './desk.ts'

interface LeaveDeskProps {
  desk: Desk
  /** Something of it is sent. */
  isSending: boolean
}

export function LeaveDesk({ desk, isSending }: LeaveDeskProps) {
  const isLeft = () => desk.get().step === 'speaking' || desk.get().step === 'ending'
  const { status, proceed, reset } = useBlocker({
    // The end of a session asks nothing: its screens are gone.
    shouldBlockFn: ({ next }) => next.pathname !== '/auth' && isLeft(),
    enableBeforeUnload: isLeft,
    withResolver: true,
    disabled: !isSending,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={t('Leave the desk?')}
      description={t('They no longer hear you. The sitting goes on.')}
      confirm={t('Leave')}
      cancel={t('Stay here')}
      onConfirm={() => {
        desk.close()
        proceed?.()
      }}
      onClose={() => reset?.()}
    />
  )
}
