// The referral code of the visited link, checked by the server (AUTH-28).
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { normalizeReferralCode } from '../codes.ts'
import { referralsCalls } from '../contract.ts'

type CheckResult = { status: 'valid'; referrerName: string } | { status: 'invalid' | 'failed' }

export type LinkCheck = CheckResult | { status: 'checking'; isAgain: boolean }

export interface LinkCode {
  /** The code as displayed; empty without one. */
  code: string
  check: LinkCheck
  retry: () => void
  /** Resolves when the check is done, or after a short timeout. */
  resolveForJoining: () => Promise<ResolvedCode>
}

interface ResolvedCode {
  /** The code if the server confirmed its owner, else null. */
  validCode: string | null
  /** There is a code, but the check failed or timed out. */
  isUnchecked: boolean
}

/** The timeout of one check. */
const checkTimeoutMs = 10_000
/** How long joining waits for the check. */
const joinCheckTimeoutMs = 5_000
/** Statuses for a text that the server doesn't accept as a code. */
const invalidCodeStatuses: readonly number[] = [400, 404, 414]

const initialCheck: LinkCheck = { status: 'checking', isAgain: false }

/**
 * `ref` is the code from the URL. Checks once `isAsked` is true, and again after a failure when the connection
 * returns.
 */
export function useLinkCode(ref: string | undefined, { isAsked }: { isAsked: boolean }): LinkCode {
  const code = normalizeReferralCode(ref ?? '')
  const [found, setFound] = useState({ code, check: initialCheck })
  const latest = useRef<Promise<CheckResult> | null>(null)
  const ask = useCallback((): Promise<CheckResult> => {
    const answer = checkCode(code)
    latest.current = answer
    void answer.then((check) => {
      if (latest.current === answer) setFound({ code, check })
    })
    return answer
  }, [code])
  const askAgain = useCallback((): Promise<CheckResult> => {
    setFound({ code, check: { status: 'checking', isAgain: true } })
    return ask()
  }, [ask, code])
  useEffect(() => {
    if (!isAsked || code === '') return
    void ask()
    return () => {
      latest.current = null
    }
  }, [ask, code, isAsked])
  const check = found.code === code ? found.check : initialCheck
  const hasFailed = check.status === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => void askAgain()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [askAgain, hasFailed])
  return {
    code,
    check,
    retry: () => void askAgain(),
    resolveForJoining: async () => {
      if (code === '') return { validCode: null, isUnchecked: false }
      const answer = await withTimeout(joinCheckTimeoutMs, resultOrRetry(latest.current, askAgain))
      return {
        validCode: answer?.status === 'valid' ? code : null,
        isUnchecked: answer === null || answer.status === 'failed',
      }
    },
  }
}

/** Retries a failed check: a visitor who joins has a connection. */
async function resultOrRetry(
  known: Promise<CheckResult> | null,
  askAgain: () => Promise<CheckResult>,
): Promise<CheckResult> {
  const answer = await known
  return answer === null || answer.status === 'failed' ? askAgain() : answer
}

async function checkCode(code: string): Promise<CheckResult> {
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const { valid, referrer } = await call(referralsCalls.validate, { params: { code } }, { signal })
    return valid && referrer ? { status: 'valid', referrerName: referrer.name } : { status: 'invalid' }
  } catch (error) {
    logFailure('The referral code could not be checked.', error)
    return { status: isCallError(error) && invalidCodeStatuses.includes(error.status) ? 'invalid' : 'failed' }
  }
}

async function withTimeout<Value>(maxMs: number, value: Promise<Value>): Promise<Value | null> {
  let timer: number | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = window.setTimeout(() => resolve(null), maxMs)
  })
  try {
    return await Promise.race([value, tooLate])
  } finally {
    window.clearTimeout(timer)
  }
}
