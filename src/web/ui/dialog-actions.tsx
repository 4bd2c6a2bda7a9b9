// The buttons of a dialog that saves: Cancel, which waits while it saves, and the one that saves.
import type { ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from './button.tsx'

interface DialogActionsProps extends ComponentProps<typeof Button> {
  onCancel: () => void
}

export function DialogActions({ onCancel, ...save }: DialogActionsProps) {
  return (
    <>
      <Button disabled={save.busy} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button variant="primary" {...save} />
    </>
  )
}
