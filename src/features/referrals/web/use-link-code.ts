// The referral code of the link that led here: whose it is, as the server says (AUTH-28).
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { normalCode } from '../codes.ts'
import { referralsCalls } from '../contract.ts'

type Answer = { status: 'valid'; referrerName: string } | { status: 'invalid' | 'failed' }

export type LinkCheck = Answer | { status: 'checking'; isAgain: boolean }

export interface LinkCode {
  /** As it is shown; empty without one. */
  code: string
  check: LinkCheck
  retry: () => void
  /** Waits until it is known whose the code is, but never long. */
  forJoining: () => Promise<JoiningCode>
}

interface JoiningCode {
  /** The code if it is known to be somebody's, else null. */
  validCode: string | null
  /** There is a code, and whose it is could not be found out. */
  isUnchecked: boolean
}

/** A question that gets no answer in this time has failed. */
const answerMaxMs = 10_000
/** How long somebody who joins waits for it. */
const joiningWaitMaxMs = 5_000
/** What the server doesn't even read as a code is nobody's. */
const unreadable: readonly number[] = [400, 404, 414]

const atFirst: LinkCheck = { status: 'checking', isAgain: false }

/** `ref` is the code as the address has it. Asks once, when `isAsked`, and again when the connection is back. */
export function useLinkCode(ref: string | undefined, { isAsked }: { isAsked: boolean }): LinkCode {
  const code = normalCode(ref ?? '')
  const [found, setFound] = useState({ code, check: atFirst })
  const latest = useRef<Promise<Answer> | null>(null)
  const ask = useCallback((): Promise<Answer> => {
    const answer = askFor(code)
    latest.current = answer
    void answer.then((check) => {
      if (latest.current === answer) setFound({ code, check })
    })
    return answer
  }, [code])
  const askAgain = useCallback((): Promise<Answer> => {
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
  const check = found.code === code ? found.check : atFirst
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
    forJoining: async () => {
      if (code === '') return { validCode: null, isUnchecked: false }
      const answer = await within(joiningWaitMaxMs, knownOrAskedAgain(latest.current, askAgain))
      return {
        validCode: answer?.status === 'valid' ? code : null,
        isUnchecked: answer === null || answer.status === 'failed',
      }
    },
  }
}

/** What failed is asked once more: whoever joins has a connection. */
async function knownOrAskedAgain(
  known: Promise<Answer> | null,
  askAgain: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await known
  return answer === null || answer.status === 'failed' ? askAgain() : answer
}

async function askFor(code: string): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(answerMaxMs)
    const { valid, referrer } = await call(referralsCalls.validate, { params: { code } }, { signal })
    return valid && referrer ? { status: 'valid', referrerName: referrer.name } : { status: 'invalid' }
  } catch (error) {
    logFailure('The referral code could not be checked.', error)
    return { status: isCallError(error) && unreadable.includes(error.status) ? 'invalid' : 'failed' }
  }
}

async function within<Value>(maxMs: number, value: Promise<Value>): Promise<Value | null> {
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
