// Banner on /auth: 'Access denied: …', shown once after a denial and loaded only then (AUTH-25).
import { useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { rich } from '#web/i18n/rich.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { readProviderSettings } from '../data/provider.ts'
import { useDenial, useSession } from '../hooks/use-user.ts'

const Dialog = lazyPart(async () => (await import('#web/ui/dialog.tsx')).Dialog)

/** Renders nothing without a denial. */
export function DenialBanner() {
  const session = useSession()
  const reason = useDenial()
  const button = useRef<HTMLButtonElement>(null)
  if (reason === null) return null
  return (
    <Dialog
      open
      urgent
      size="sm"
      title={t('You don’t have access')}
      description={messages.accessDeniedReason(reason)}
      initialFocus={button}
      onOpenChange={() => session.dismissDenial()}
      footer={
        <Button ref={button} variant="primary" onClick={() => session.dismissDenial()}>
          {t('I understand')}
        </Button>
      }
    >
      <MistakeContact />
    </Dialog>
  )
}

/** Where to write to; nothing if the operator has named no address (SECURITY_CONTACT). */
export function MistakeContact() {
  const [{ contact }] = useState(readProviderSettings)
  if (contact === null) return null
  return (
    <p className="wrap-anywhere">
      {rich('If this is a mistake, write to <link>{contact}</link>.', {
        contact: contact.replace(/^mailto:/, ''),
        link: (text) => (
          <a href={contact} translate="no" className="link">
            {text}
          </a>
        ),
      })}
    </p>
  )
}
