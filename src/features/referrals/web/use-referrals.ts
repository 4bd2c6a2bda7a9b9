// Referral data: the member's code, referrals and points, combined from several calls.
import { useEffect, useMemo, useRef, useState, type RefCallback } from 'react'
import { authCalls } from '#features/auth/contract.ts'
import { isCallError } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { useCall, useReadFailure } from '#web/use-call.ts'
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
  data: ReferralData | null
  /** The outcome of the last completed read. */
  isFailed: boolean
  isFetching: boolean
  refetchFailed: () => void
}

/** Refetches on every opening and when the tab regains focus. A failure shows a toast (REF-17). */
export function useReferrals(uid: string): ReferralsQuery {
  const user = useCall(authCalls.userByUid, { params: { uid } }, { refetchOnFocus: true })
  const member = { params: { id: String(user.data?.id) } }
  const options = { enabled: user.data !== undefined, refetchOnFocus: true }
  const code = useCall(referralsCalls.codeOf, member, options)
  // A second call returns the same code, so a repeated request is harmless (REF-03, REF-20).
  const hasNoCode = code.data?.referralCode === null && !code.isFetching
  const generated = useCall(referralsCalls.generateCode, {}, { enabled: hasNoCode })
  const referrals = useCall(referralsCalls.referralsOf, member, options)
  const points = useCall(referralsCalls.pointsOf, member, options)

  const calls = [user, code, referrals, points, ...(code.data?.referralCode === null ? [generated] : [])]
  const failed = calls.filter(({ isError }) => isError)
  const isFetching = calls.some((query) => query.isFetching)
  const error = failed[0]?.error ?? null
  const failure = error && !isSessionError(error) ? error : null
  const isFailed = useReadFailure({ isError: failure !== null, isFetching })
  useEffect(() => {
    if (isFetching || failure === null) return
    // Every failure of the user lookup shows the same message (REF-18).
    const reported = user.isError ? new Error(messages.userLookupFailed, { cause: failure }) : failure
    logFailure('The referral data could not be loaded.', reported)
    toast({ ...messages.referralsFailed, variant: 'destructive' })
  }, [isFetching, failure, user.isError])
  const ownCode = code.data?.referralCode ?? generated.data?.referralCode
  const data = useMemo(
    () => ownCode && referrals.data && points.data && { code: ownCode, ...referrals.data, ...points.data },
    [ownCode, referrals.data, points.data],
  )
  return {
    data: data || null,
    isFailed,
    isFetching,
    refetchFailed: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** The client leaves this screen on such an error, so it shows no message. */
function isSessionError(error: Error): boolean {
  return isCallError(error) && (error.status === 401 || error.errorBody?.code === 'banned')
}

const pageStep = 50

interface ShowMore<Item> {
  shown: readonly Item[]
  hasMore: boolean
  showMore: () => void
  /** The ref for the row at an index; the first newly shown row takes the focus. */
  refOf: (index: number) => RefCallback<HTMLElement> | undefined
}

/** Shows fifty items, and fifty more on each call of `showMore`. Every row needs `refOf` and `tabIndex={-1}`. */
export function useShowMore<Item>(items: readonly Item[]): ShowMore<Item> {
  const [count, setCount] = useState(pageStep)
  const focusIndex = useRef<number | null>(null)
  return {
    shown: items.slice(0, count),
    hasMore: items.length > count,
    showMore: () => {
      focusIndex.current = count
      setCount(count + pageStep)
    },
    refOf: (index) =>
      index !== focusIndex.current
        ? undefined
        : (row) => {
            focusIndex.current = null
            row?.focus({ preventScroll: true })
          },
  }
}
