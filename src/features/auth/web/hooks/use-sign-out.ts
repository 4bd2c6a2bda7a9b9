// Sign-out, here or everywhere, with a toast for the result (AUTH-06).
import { isCallError } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { toast } from '#web/toast-store.ts'
import { useSession } from './use-user.ts'

/** Returns the sign-out function. A failure only shows a toast. */
export function useSignOut(): (scope?: 'here' | 'everywhere') => Promise<void> {
  const session = useSession()
  return async (scope) => {
    try {
      await session.signOut(scope)
      toast({ title: messages.signedOut })
    } catch (error) {
      logFailure('Sign-out failed.', error)
      toast({ title: messages.signOutFailed, variant: 'destructive' })
      if (isCallError(error) && error.errorBody?.code === 'unauthenticated') publishSessionSignal('ended')
    }
  }
}
