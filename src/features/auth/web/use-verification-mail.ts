// Resending the verification mail (PROF-25).
import { useState } from 'react'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { identityCalls } from '../contract.ts'
import { useCooldown } from './use-cooldown.ts'

export interface VerificationMail {
  send: () => void
  isSending: boolean
  /** Seconds until another mail may be sent. */
  leftSeconds: number
  /** The recipient of the last mail. */
  sentTo: string | null
  failure: string | null
}

/** `email` is the recipient: the pending address, else the current one. */
export function useVerificationMail(email: string): VerificationMail {
  const { leftSeconds, begin } = useCooldown()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useCallMutation(identityCalls.sendVerificationEmail, {
    onSuccess: () => {
      setSentTo(email)
      begin()
    },
    onError: (error) => {
      logFailure('The verification mail was not sent.', error)
      const refusal = isCallError(error) ? error.errorBody : null
      setFailure(refusal?.message || 'The mail was not sent. Please try again.')
    },
  })
  const send = () => {
    if (change.isPending) return
    setFailure(null)
    change.mutate({})
  }
  const isForThis = sentTo === email
  return {
    send,
    isSending: change.isPending,
    leftSeconds: isForThis ? leftSeconds : 0,
    sentTo: isForThis ? sentTo : null,
    failure,
  }
}
