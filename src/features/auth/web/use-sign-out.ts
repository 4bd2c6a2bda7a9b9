// Signing out, with the words for how it went (AUTH-06).
import { messages } from '#shared/messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { useSession } from './use-user.ts'

/** The function that signs out. A failure changes nothing but for the toast. */
export function useSignOut(): () => Promise<void> {
  const session = useSession()
  return async () => {
    try {
      await session.signOut()
      toast({ title: messages.signedOut })
    } catch (error) {
      logFailure('Signing out failed.', error)
      toast({ title: messages.signOutFailed, variant: 'destructive' })
    }
  }
}
