// Resending the verification mail (PROF-25).
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { identityCalls } from '../../contract.ts'
import { useCooldown } from './use-cooldown.ts'

export interface VerificationMail {
  send: () => void
  isSending: boolean
  /** Seconds until another mail may be sent. */
  secondsLeft: number
  /** The recipient of the last mail. */
  sentTo: string | null
  failure: string | null
}

/** `email` is the recipient: the pending address, else the current one. */
export function useVerificationMail(email: string): VerificationMail {
  const { secondsLeft, start: startCooldown } = useCooldown()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useCallMutation(identityCalls.sendVerificationEmail, {
    onSuccess: () => {
      setSentTo(email)
      startCooldown()
    },
    onError: (error) => {
      logFailure('The verification mail was not sent.', error)
      const errorBody = isCallError(error) ? error.errorBody : null
      setFailure(errorBody?.message || t('The email was not sent. Please try again.'))
    },
  })
  const send = () => {
    if (change.isPending) return
    setFailure(null)
    change.mutate({})
  }
  const isForCurrentEmail = sentTo === email
  return {
    send,
    isSending: change.isPending,
    secondsLeft: isForCurrentEmail ? secondsLeft : 0,
    sentTo: isForCurrentEmail ? sentTo : null,
    failure,
  }
}
