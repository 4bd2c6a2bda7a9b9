// Dialog that asks a member to accept the terms: after a material change, or on a first screen (COM-14).
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { useSignOut } from '#features/auth/web/hooks/use-sign-out.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { termsCalls } from '#features/legal/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { useCommunity } from '#web/community.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { rich } from '#web/i18n/rich.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import { useScreenPath } from './nav-links.tsx'
import { isOverlayOpen } from './prompt-timing.ts'

/** On these screens the member reads what they are asked to accept. */
const readingPaths = new Set(['/terms', '/privacy', '/care', '/legal-notice'])

const recheckMs = 500

/** Waits for the first screen, for another dialog, and while everyone sits (PHASE-11). Then it stays until accepted. */
export function TermsDialog({ version }: { version: number }) {
  const isReading = readingPaths.has(useScreenPath())
  const waits = useSyncExternalStore(onMeditatingChange, isMeditating)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked || isReading) return undefined
    const ask = () => {
      if (!isMeditating() && !isOverlayOpen() && document.querySelector('[data-pending]') === null)
        setAsked(true)
    }
    const timer = setInterval(ask, recheckMs)
    return () => clearInterval(timer)
  }, [isAsked, isReading])
  return isAsked && !isReading && !waits && <OpenTermsDialog version={version} />
}

const DownloadData = lazyPart(
  async () => (await import('#features/account/web/download-data.tsx')).DownloadData,
)

function OpenTermsDialog({ version }: { version: number }) {
  const session = useSession()
  const { user } = useUser()
  const { name } = useCommunity()
  const signOut = useSignOut()
  const readLink = useRef<HTMLAnchorElement>(null)
  const [download, downloadDialog] = useLazyDialog(DownloadData)
  const accept = useCallMutation(termsCalls.acceptTerms, {
    onSuccess: (account) => session.updateUser(account),
    onError: (error) => {
      logFailure('The terms were not accepted.', error)
      if (isCallError(error) && error.errorBody?.code === termsErrors.terms_changed.code)
        void session.refresh()
    },
  })
  return (
    <Dialog
      open
      isRequired
      initialFocus={readLink}
      size="sm"
      title={user?.profileCompleted ? t('Please read our terms') : t('Before you begin')}
      description={
        user?.profileCompleted
          ? t('These are the terms of {name} as they are now. You can go on once you accept them.', { name })
          : t('Please read the terms of {name}. You can go on once you accept them.', { name })
      }
      onOpenChange={() => undefined}
      footer={
        <>
          <Button onClick={() => void signOut()}>{t('Sign out')}</Button>
          <Button
            variant="primary"
            busy={accept.isPending}
            onClick={() => {
              if (!accept.isPending) accept.mutate({ body: { version } })
            }}
          >
            {t('Accept the terms')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {accept.isError && (
          <FormError>{errorMessageOf(accept.error, t('That didn’t work. Please try again.'))}</FormError>
        )}
        <p className="flex flex-wrap gap-x-6">
          <a ref={readLink} href="/terms" target="_blank" rel="noopener" className="link py-1">
            {t('Read the terms')}
          </a>
          <a href="/privacy" target="_blank" rel="noopener" className="link py-1">
            {t('Privacy page')}
          </a>
        </p>
        <p className="text-small text-ink-3">
          {rich('If you don’t accept them, you can take your data along. <button>Download my data</button>', {
            button: (text) => (
              <Button variant="link" {...download}>
                {text}
              </Button>
            ),
          })}
        </p>
      </div>
      <DownloadData {...downloadDialog} />
    </Dialog>
  )
}
