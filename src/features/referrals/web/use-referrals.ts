// Referral data: the member's code, referrals and points, combined from several calls.
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
  /** Newest first. */
  referrals: readonly Referral[]
  points: number
  /** Newest first. */
  transactions: readonly Transaction[]
}

interface ReferralsQuery {
  /** Null until everything has loaded; keeps the previous data during a refetch and after its failure. */
  read: ReferralData | null
  /** The outcome of the last completed read. */
  isFailed: boolean
  isReading: boolean
  refetchFailed: () => void
}

/** Refetches on every opening and when the tab regains focus. A failure shows a toast (REF-17). */
export function useReferrals(uid: string): ReferralsQuery {
  const user = useCall(authCalls.userByUid, { params: { uid } }, { refetchOnFocus: true })
  const member = { params: { id: String(user.data?.id) } }
  const known = { enabled: user.data !== undefined, refetchOnFocus: true }
  const code = useCall(referralsCalls.codeOf, member, known)
  // A second call returns the same code, so a repeated request is harmless (REF-03, REF-20).
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
    // Every failure of the user lookup shows the same message (REF-18).
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
    refetchFailed: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** The client leaves this screen on such an error, so it shows no message. */
function isSessionError(error: Error): boolean {
  return isCallError(error) && (error.status === 401 || error.errorBody?.code === 'banned')
}
