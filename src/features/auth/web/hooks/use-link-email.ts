// The address that a mailed link is for.
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { identityCalls } from '../../contract.ts'
import { isInvalidLinkError } from '../data/auth-errors.ts'

interface LinkEmail {
  /** Null until it is known. */
  email: string | null
  /** Why it isn't known: null unless the request failed for another reason than the link. */
  error: unknown
}

/** Asks for the address of a link, which changes nothing (T70). Calls `onInvalidLink` if the link is invalid or expired. */
export function useLinkEmail(token: string, onInvalidLink: () => void): LinkEmail {
  const [result, setResult] = useState<LinkEmail>({ email: null, error: null })
  const onInvalid = useEffectEvent(onInvalidLink)
  useEffect(() => {
    let isCurrent = true
    call(identityCalls.describeMailedLink, { body: { token } }).then(
      ({ email }) => {
        if (isCurrent) setResult({ email, error: null })
      },
      (error: unknown) => {
        logFailure('The link’s account could not be read.', error)
        if (!isCurrent) return
        if (isInvalidLinkError(error)) onInvalid()
        else setResult({ email: null, error })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  return result
}
