// Email verification by a link, sent once however often the component renders (AUTH-37).
import { useEffect, useState } from 'react'
import type { Answer } from '#shared/endpoint.ts'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { identityCalls } from '../contract.ts'
import { isInvalidLinkError } from './auth-errors.ts'
import { useSession } from './use-user.ts'

export type Verification =
  | { status: 'none' }
  | { status: 'pending' }
  | { status: 'done'; email: string }
  /** The link is invalid or expired, or its address now belongs to another account. */
  | { status: 'invalid' | 'taken' }
  /** Any other failure; the same link may be retried. */
  | { status: 'failed'; message: string; retry: () => void }

const inFlight = new Map<string, Promise<Answer<typeof identityCalls.verifyEmail>>>()

/** The state of a verification link. On success the session reloads, here and in the other tabs. */
export function useVerification(secret: string | undefined): Verification {
  const session = useSession()
  const [attempt, setAttempt] = useState(0)
  const [verification, setVerification] = useState<Verification>({ status: secret ? 'pending' : 'none' })
  useEffect(() => {
    if (!secret) return
    let isCurrent = true
    verifyOnce(secret).then(
      ({ email }) => {
        if (!isCurrent) return
        setVerification({ status: 'done', email })
        void session.refresh()
      },
      (error: unknown) => {
        if (!isCurrent) return
        logFailure('The email verification failed.', error)
        setVerification(
          toFailedVerification(error, () => {
            inFlight.delete(secret)
            setVerification({ status: 'pending' })
            setAttempt((count) => count + 1)
          }),
        )
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, secret, session])
  return verification
}

function verifyOnce(secret: string): Promise<Answer<typeof identityCalls.verifyEmail>> {
  const pending = inFlight.get(secret) ?? call(identityCalls.verifyEmail, { body: { token: secret } })
  inFlight.set(secret, pending)
  return pending
}

function toFailedVerification(error: unknown, retry: () => void): Verification {
  const errorBody = isCallError(error) ? error.errorBody : null
  if (isInvalidLinkError(error)) return { status: 'invalid' }
  if (errorBody?.code === 'email_taken') return { status: 'taken' }
  return {
    status: 'failed',
    message: errorBody?.message || 'Your email address could not be confirmed just now.',
    retry,
  }
}
