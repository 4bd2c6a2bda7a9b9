// After a proof of identity on /auth: the session, a toast, and the screen that the visitor asked for.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  connectionFailedMessage,
  cookieRefusedMessage,
  createProviderError,
} from '#features/auth/web/data/auth-errors.ts'
import type { SignInResult } from '#features/auth/web/data/session-client.ts'
import type { SessionState } from '#features/auth/web/data/session-state.ts'
import type { WelcomeMessage } from '#features/auth/web/data/welcome-message.ts'
import { useSession } from '#features/auth/web/hooks/use-user.ts'
import { clearVisitorDrafts } from '#web/drafts.ts'
import { toast } from '#web/toast-store.ts'
import { consumeReturnPath } from '../return-path.ts'

/**
 * After a proof of identity: loads the session, shows the toast, and opens the return path or the meditation. The
 * route guard there leads on to Settings if the profile is incomplete.
 */
export function useSignInCompletion() {
  const session = useSession()
  const navigate = useNavigate()
  const [isEntering, setEntering] = useState(false)
  /**
   * Returns whether a member signed in; only then is `greet` called. Throws an error for the form if the browser didn't
   * keep the session, or if it couldn't be read.
   */
  const enter = async (
    greet: (isNew: boolean) => WelcomeMessage,
    result?: SignInResult,
  ): Promise<boolean> => {
    setEntering(true)
    try {
      const state = await session.signedIn(result)
      if (state.identity === null && session.denial() === null) throw entryError(state)
      // Denied, or registration impossible: a banner explains why.
      if (state.identity === null || state.status === 'unregistered') return state.identity !== null
      clearVisitorDrafts()
      toast(greet(state.status === 'ready' && state.isNew === true))
      await navigate({ href: consumeReturnPath() ?? '/meditation' })
      return true
    } finally {
      setEntering(false)
    }
  }
  return { enter, isEntering }
}

/** The proof was accepted, and yet the visitor isn't signed in. */
function entryError({ status }: SessionState): Error {
  return status === 'signedOut'
    ? createProviderError({ code: 'cookie-refused', message: cookieRefusedMessage })
    : createProviderError({ code: 'connection-failed', message: connectionFailedMessage })
}
