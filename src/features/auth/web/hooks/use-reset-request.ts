// Password reset request (AUTH-10, AUTH-11).
import { useState } from 'react'
import * as z from 'zod/mini'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { resetRequestSchema } from '../../contract.ts'
import { toResetFailure, type ResetFailure } from '../data/auth-errors.ts'
import type { SignInProvider } from '../data/provider.ts'
import { useCooldown } from './use-cooldown.ts'

export interface ResetRequest {
  /** Requests the mail. Returns the failure, or null. An invalid address sends no request. */
  send: (typed: string) => Promise<ResetFailure | null>
  isSending: boolean
  /** The recipient of the last mail. */
  sentTo: string | null
  /** Seconds until the same address may request another mail. */
  secondsLeftFor: (typed: string) => number
}

export function useResetRequest(provider: SignInProvider): ResetRequest {
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { secondsLeft, start: startCooldown } = useCooldown()
  const send = async (typed: string): Promise<ResetFailure | null> => {
    if (typed.trim() === '') return { message: messages.resetNeedsEmail, isAboutEmail: true }
    const email = parseEmail(typed)
    if (email === null) return { message: messages.resetInvalidEmail, isAboutEmail: true }
    setSending(true)
    try {
      await provider.requestReset(email)
      setSentTo(email)
      startCooldown()
      toast({ title: messages.resetSent })
      return null
    } catch (error) {
      logFailure('The reset mail was not sent.', error)
      return toResetFailure(error)
    } finally {
      setSending(false)
    }
  }
  return {
    send,
    isSending,
    sentTo,
    secondsLeftFor: (typed) => (sentTo !== null && parseEmail(typed) === sentTo ? secondsLeft : 0),
  }
}

/** The normalized address; null if it is invalid. */
function parseEmail(typed: string): string | null {
  const result = z.safeParse(resetRequestSchema, { email: typed })
  return result.success ? result.data.email : null
}
