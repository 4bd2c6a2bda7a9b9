// Asking for a mail with a link to a new password (AUTH-10, AUTH-11).
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import * as z from 'zod/mini'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { resetRequestSchema } from '../contract.ts'
import { toResetFailure, type ResetFailure } from './auth-errors.ts'
import type { SignInProvider } from './provider.ts'
import { useCooldown } from './use-cooldown.ts'

export interface ResetRequest {
  /** Asks for the mail; answers with what is wrong, or null. An address that can't be one sends nothing. */
  send: (typed: string) => Promise<ResetFailure | null>
  isSending: boolean
  /** Where the last mail went. */
  sentTo: string | null
  /** How long the same address has to wait for another one. */
  leftSecondsFor: (typed: string) => number
}

export function useResetRequest(provider: SignInProvider): ResetRequest {
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { leftSeconds, begin } = useCooldown()
  const send = async (typed: string): Promise<ResetFailure | null> => {
    if (typed.trim() === '') return { message: messages.resetNeedsEmail, isAboutEmail: true }
    const email = parseEmail(typed)
    if (email === null) return { message: messages.resetInvalidEmail, isAboutEmail: true }
    setSending(true)
    try {
      await provider.requestReset(email)
      setSentTo(email)
      begin()
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
    leftSecondsFor: (typed) => (sentTo !== null && parseEmail(typed) === sentTo ? leftSeconds : 0),
  }
}

/** The address as it is sent; null for what is none. */
function parseEmail(typed: string): string | null {
  const result = z.safeParse(resetRequestSchema, { email: typed })
  return result.success ? result.data.email : null
}
