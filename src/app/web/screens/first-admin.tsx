// The target of the setup link: saves its secret and continues to the sign-in or into the app.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '#features/auth/web/use-user.ts'
import { toast } from '#web/toast-store.ts'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { claimFirstAdminWhenSignedIn, saveFirstAdminSecret } from '../first-admin.ts'

export function FirstAdminScreen() {
  const navigate = useNavigate()
  const session = useSession()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const secret = window.location.hash.slice(1)
    if (secret !== '') {
      saveFirstAdminSecret(secret)
      if (session.state().status === 'signedOut') {
        toast({
          title: 'Welcome to your new community',
          description: 'Sign in or create an account to become its administrator.',
        })
      }
      claimFirstAdminWhenSignedIn(session, secret, () => navigate({ to: '/admin' }))
    }
    void navigate({ to: '/', replace: true })
  }, [navigate, session])
  return <FullScreenSpinner />
}
