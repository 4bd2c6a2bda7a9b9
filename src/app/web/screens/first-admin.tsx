// The target of the setup link: asks the signed-in member before the role is claimed (OPS-18, AUTH-49).
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { firstAdminCalls } from '#features/members/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { call, isCallError } from '#web/call.ts'
import { rich } from '#web/i18n/rich.tsx'
import { logFailure } from '#web/log.ts'
import { usePageTitle } from '#web/page-title.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { saveReturnPath } from '../return-path.ts'

export function FirstAdminScreen() {
  const { status, user } = useUser()
  // While the next screen loads, the location is already the next one, and this screen must not act on its hash.
  const secret = useLocation({ select: ({ pathname, hash }) => (pathname === '/first-admin' ? hash : null) })
  if (status === 'loading' || secret === null) return <FullScreenSpinner />
  if (secret === '' || !user) return <LeaveForSignIn secret={secret} isSignedOut={status === 'signedOut'} />
  return <ClaimQuestion secret={secret} user={user} />
}

/** After the sign-in, the return path leads back here with the secret. */
function LeaveForSignIn({ secret, isSignedOut }: { secret: string; isSignedOut: boolean }) {
  const navigate = useNavigate()
  useEffect(() => {
    const isInvited = secret !== '' && isSignedOut
    if (isInvited) {
      saveReturnPath(`/first-admin#${secret}`)
      toast({
        title: t('Welcome to your new community'),
        description: t('Sign in or create an account to become its administrator.'),
      })
    }
    void navigate({ to: isInvited ? '/auth' : '/', replace: true })
  }, [isSignedOut, navigate, secret])
  return <FullScreenSpinner />
}

function ClaimQuestion({ secret, user }: { secret: string; user: Account }) {
  const session = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const [isClaiming, setClaiming] = useState(false)
  usePageTitle(t('First administrator'))
  const claim = async () => {
    if (isClaiming) return
    setClaiming(true)
    setFailure(null)
    try {
      await call(firstAdminCalls.becomeFirstAdmin, { body: { token: secret } })
      await session.refresh()
      toast({
        title: t('You’re this community’s administrator now'),
        description: t('You schedule the meditations, and you can add other administrators to help you.'),
      })
      // The room shows the steps of a new community.
      await navigate({ to: '/meditation', replace: true })
    } catch (error) {
      logFailure('The administrator role was not claimed.', error)
      const message = isCallError(error) ? error.errorBody?.message : null
      setFailure(message || t('The server couldn’t be reached. Please try again.'))
    } finally {
      setClaiming(false)
    }
  }
  return (
    <div className="mx-auto grid w-full max-w-120 content-center gap-6 px-4 py-12">
      <div className="grid gap-2">
        <h1 className="serif text-page">{t('Become the first administrator?')}</h1>
        <p className="text-lead text-ink-2">
          {rich(
            'You are signed in as <strong>{name}</strong>, <strong>{email}</strong>. This account will schedule the meditations and can add other administrators.',
            {
              name: user.name,
              email: readableEmail(user.email),
              strong: (text) => <span className="font-strong wrap-anywhere text-ink">{text}</span>,
            },
          )}
        </p>
      </div>
      {failure !== null && <FormError>{failure}</FormError>}
      <Button variant="primary" className="justify-self-start" busy={isClaiming} onClick={() => void claim()}>
        {t('Become the administrator')}
      </Button>
    </div>
  )
}
