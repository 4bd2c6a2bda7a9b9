// Access denial dialog ('Access denied: …'), shown once after a denial and loaded only then (AUTH-25).
import { useEffect, useRef } from 'react'
import { messages } from '#shared/messages.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { Button } from '#web/ui/button.tsx'
import { useDenial, useSession } from './use-user.ts'

const loadDialog = async () => (await import('#web/ui/dialog.tsx')).Dialog

/** Renders nothing without a denial. */
export function DenialNotice() {
  const session = useSession()
  const reason = useDenial()
  const [Dialog, load] = useLazyImport(loadDialog)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (reason !== null) load()
  }, [load, reason])
  if (reason === null || !Dialog) return null
  return (
    <Dialog
      open
      urgent
      size="sm"
      title="You don’t have access"
      description={messages.accessDeniedReason(reason)}
      initialFocus={button}
      onOpenChange={() => session.dismissDenial()}
      footer={
        <Button ref={button} variant="primary" onClick={() => session.dismissDenial()}>
          I understand
        </Button>
      }
    />
  )
}
