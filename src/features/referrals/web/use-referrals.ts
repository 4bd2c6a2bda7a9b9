// Code, referrals and points of the member on the screen, from the calls that they take.
import { useEffect, useMemo } from 'react'
import { authCalls } from '#features/auth/contract.ts'
import { messages } from '#shared/messages.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { useCall } from '#web/use-call.ts'
import { useSettledError } from '#web/use-settled-error.ts'
import { referralsCalls, type Referral, type Transaction } from '../contract.ts'

export interface ReferralData {
  code: string
  /** The newest first. */
  referrals: readonly Referral[]
  points: number
  /** The newest first. */
  transactions: readonly Transaction[]
}

interface ReferralsQuery {
  /** Null until all of it is there; what was read before stays while it is read anew, and when that fails. */
  read: ReferralData | null
  /** How the last reading ended; a new one changes it when it ends. */
  isFailed: boolean
  isReading: boolean
  readAnew: () => void
}

/** Reads anew whenever the screen opens and whenever its tab comes back. A failure is told by a toast (REF-17). */
export function useReferrals(uid: string): ReferralsQuery {
  const user = useCall(authCalls.userByUid, { params: { uid } }, { whenSeen: true })
  const member = { params: { id: String(user.data?.id) } }
  const known = { enabled: user.data !== undefined, whenSeen: true }
  const code = useCall(referralsCalls.codeOf, member, known)
  // Whoever has a code gets that one, so asking twice makes no second one (REF-03, REF-20).
  const isWithout = code.data?.referralCode === null && !code.isFetching
  const made = useCall(referralsCalls.generateCode, {}, { enabled: isWithout })
  const referrals = useCall(referralsCalls.referralsOf, member, known)
  const points = useCall(referralsCalls.pointsOf, member, known)

  const calls = [user, code, referrals, points, ...(code.data?.referralCode === null ? [made] : [])]
  const failed = calls.filter(({ isError }) => isError)
  const isReading = calls.some(({ isFetching }) => isFetching)
  const error = failed[0]?.error ?? null
  const failure = error && !isSessionError(error) ? error : null
  const isFailed = useSettledError({ isError: failure !== null, isFetching: isReading })
  useEffect(() => {
    if (isReading || failure === null) return
    // Of whatever the lookup was answered with the screen says the same (REF-18).
    const told = user.isError ? new Error(messages.userLookupFailed, { cause: failure }) : failure
    logFailure('The referrals could not be read.', told)
    toast({ ...messages.referralsFailed, variant: 'destructive' })
  }, [isReading, failure, user.isError])
  const ownCode = code.data?.referralCode ?? made.data?.referralCode
  const read = useMemo(
    () => ownCode && referrals.data && points.data && { code: ownCode, ...referrals.data, ...points.data },
    [ownCode, referrals.data, points.data],
  )
  return {
    read: read || null,
    isFailed,
    isReading,
    readAnew: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** The session leads away from the screen then: there is nothing to tell. */
function isSessionError(error: Error): boolean {
  return isCallError(error) && (error.status === 401 || error.refusal?.code === 'banned')
}
