// The code in the link that a visitor opened, or typed, checked by the server (AUTH-28, COM-06).
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { isRetryingLater, retryLater } from '#web/retry-later.ts'
import { importPart } from '#web/use-lazy-import.ts'
import { readableCode } from '../codes.ts'

/** `ended` is an invite that was used up, is past or revoked. */
type CheckResult =
  /** `referrerName` is null for an invite; `proposedName` is that of a personal one. */
  | { status: 'valid'; referrerName: string | null; proposedName: string | null }
  | { status: 'invalid' | 'ended' | 'failed' }

export type LinkCheck = CheckResult | { status: 'checking'; isRetry: boolean }

export interface LinkCode {
  /** The code as it is shown; empty if the link has none. */
  code: string
  check: LinkCheck
  retry: () => void
  /** The name that a personal invite proposes; null without one. */
  proposedName: string | null
  /** Resolves when the check is done, or after a short timeout. */
  resolveForJoining: () => Promise<ResolvedCode>
}

interface ResolvedCode {
  /** The text with the code if the server confirmed it, else null. */
  validCode: string | null
  /** There is a code, but the check failed or timed out. */
  isUnchecked: boolean
}

const checkTimeoutMs = 10_000
/** How long joining waits for the check. */
const joinCheckTimeoutMs = 5_000
/** A longer wait for the check isn't worth it: an administrator can add the code later. */
const retryMaxWaitMs = 60_000

const initialCheck: LinkCheck = { status: 'checking', isRetry: false }

/**
 * `text` is the code as in the URL, or as typed, with what surrounds it. Checks it as soon as `isEnabled` is true. A failed check is repeated when the
 * connection returns.
 */
export function useLinkCode(text = '', { isEnabled }: { isEnabled: boolean }): LinkCode {
  const code = readableCode(text)
  const [checked, setChecked] = useState({ text, check: initialCheck })
  const latestCheck = useRef<Promise<CheckResult> | null>(null)
  const startCheck = useCallback((): Promise<CheckResult> => {
    const result = checkCode(text)
    latestCheck.current = result
    void result.then((check) => {
      if (latestCheck.current === result) setChecked({ text, check })
    })
    return result
  }, [text])
  const recheck = useCallback((): Promise<CheckResult> => {
    setChecked({ text, check: { status: 'checking', isRetry: true } })
    return startCheck()
  }, [startCheck, text])
  useEffect(() => {
    if (!isEnabled || code === '') return
    void startCheck()
    return () => {
      latestCheck.current = null
    }
  }, [startCheck, code, isEnabled])
  const check = checked.text === text ? checked.check : initialCheck
  const hasFailed = check.status === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => void recheck()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [recheck, hasFailed])
  return {
    code,
    check,
    proposedName: check.status === 'valid' ? check.proposedName : null,
    retry: () => void recheck(),
    resolveForJoining: async () => {
      if (code === '') return { validCode: null, isUnchecked: false }
      const result = await withTimeout(joinCheckTimeoutMs, resultOrRetry(latestCheck.current, recheck))
      return {
        validCode: result?.status === 'valid' ? text : null,
        isUnchecked: result === null || result.status === 'failed',
      }
    },
  }
}

/** Waits for the pending check. Starts one if there is none or it failed: a visitor who joins is online. */
async function resultOrRetry(
  pending: Promise<CheckResult> | null,
  recheck: () => Promise<CheckResult>,
): Promise<CheckResult> {
  const result = await pending
  return result === null || result.status === 'failed' ? recheck() : result
}

// Most visitors have no code.
const loadContract = () => import('../contract.ts')

async function checkCode(text: string): Promise<CheckResult> {
  try {
    const { referralsCalls } = await importPart(loadContract)
    const validate = () =>
      call(
        referralsCalls.validateText,
        { body: { code: text } },
        { signal: AbortSignal.timeout(checkTimeoutMs) },
      )
    const {
      valid,
      referrer,
      isEnded,
      proposedName = null,
    } = await retryLater(validate, { maxWaitMs: retryMaxWaitMs })
    if (valid) return { status: 'valid', referrerName: referrer?.name ?? null, proposedName }
    return { status: isEnded ? 'ended' : 'invalid' }
  } catch (error) {
    logFailure('The code could not be checked.', error)
    return { status: isCallError(error) && error.status === 400 ? 'invalid' : 'failed' }
  }
}

async function withTimeout<Value>(maxMs: number, value: Promise<Value>): Promise<Value | null> {
  let timer: number | undefined
  const timeout = new Promise<null>((resolve) => {
    const onTimeout = (): void => {
      // Its turn comes: until then, the check isn't slow.
      if (isRetryingLater()) timer = window.setTimeout(onTimeout, maxMs)
      else resolve(null)
    }
    timer = window.setTimeout(onTimeout, maxMs)
  })
  try {
    return await Promise.race([value, timeout])
  } finally {
    window.clearTimeout(timer)
  }
}
