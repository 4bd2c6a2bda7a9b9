// Google sign-in button below the form of /auth, with its errors (AUTH-03, AUTH-09).
import { useState, useEffect, useRef } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { signInErrors } from '#shared/sign-in-errors.ts'
import { call } from '#web/call.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { retryLater } from '#web/retry-later.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { socialFailures, type SocialFailure, externalIdentityCalls } from '../../contract.ts'
import { authErrors } from '../../errors.ts'
import { authErrorMessage, errorBodyOf } from '../data/auth-errors.ts'
import { saveRedirectState, clearRedirectState, readRedirectState } from '../data/oauth-redirect-state.ts'
import type { GoogleSignInInput, SignInProvider, GoogleSignIn } from '../data/provider.ts'

export interface GoogleSignInButtonProps extends Pick<GoogleSignInInput, 'resolveJoinCode'> {
  provider: SignInProvider
  rememberMe: () => boolean
  /** The failure code in the URL after Google's callback. */
  failureCode: string | undefined
  /** Number of form submissions. A new one hides an earlier Google error. */
  formAttempts: number
  /** Called with each attempt's proof; rejects if the proof does. */
  onAttempt: (proof: Promise<string>) => Promise<void>
}

/** The button stays enabled while Google's window is open, because the window may be lost. */
export function GoogleSignInButton({
  provider,
  failureCode,
  formAttempts,
  ...options
}: GoogleSignInButtonProps) {
  const [failure, setFailure] = useState(() =>
    failureCode === undefined ? null : { text: googleCallbackMessage(failureCode), after: formAttempts },
  )
  const { stage, start } = useGoogleSignIn({
    ...options,
    google: provider.google ?? googleServerRedirect,
    onStart: () => setFailure(null),
    onFailure: (error) => {
      logFailure('Google sign-in failed.', error)
      setFailure({ text: googleErrorMessage(error), after: formAttempts })
    },
  })
  return (
    <>
      <Button wide busy={stage === 'busy'} onClick={start}>
        <GoogleLogo />
        {t('Continue with Google')}
      </Button>
      {/* Below the button, so that the button doesn't move. */}
      {failure?.after === formAttempts && <FormError>{failure.text}</FormError>}
      {stage === 'in-google-window' && (
        <InlineBanner>
          {t('Continue in the Google window. If you can’t find it, press the button again.')}
        </InlineBanner>
      )}
    </>
  )
}

/** Google's logo in its brand colors, which aren't part of the palette. */
function GoogleLogo() {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className="size-4.5 flex-none">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}

/** The message below the button. It never blames a wrong password. */
export function googleErrorMessage(error: unknown): string {
  const code = errorBodyOf(error)?.code
  if (code === 'cancelled') return messages.googleCancelled
  const text = code === 'invalid-credential' ? messages.authUnknown : authErrorMessage(error)
  return text === messages.authUnknown ? messages.googleFailed : text
}

/** Lists all accepted codes: the URL is untrusted input. */
const callbackMessages: Readonly<Record<SocialFailure, string>> = {
  cancelled: messages.googleCancelled,
  'email-already-in-use': translate(authErrors['email-already-in-use'].message),
  banned: translate(signInErrors.banned.message),
  unavailable: translate(signInErrors.unavailable.message),
  failed: messages.googleFailed,
}

/** The message for the failure code in the URL of the callback's redirect. */
export function googleCallbackMessage(code: string): string {
  return callbackMessages[socialFailures.find((failure) => failure === code) ?? 'failed']
}

export const googleServerRedirect: GoogleSignIn = {
  prepare: () => undefined,
  start: async ({ rememberMe, resolveJoinCode }) => {
    const [{ url }, code] = await Promise.all([
      retryLater(() =>
        call(externalIdentityCalls.signInSocially, { body: { provider: 'google', rememberMe } }),
      ),
      resolveJoinCode(),
    ])
    const params = new URLSearchParams(window.location.search)
    const ref = params.get('invite') ?? params.get('ref') ?? code.validCode
    saveRedirectState({ by: 'server', ref, ...code })
    window.location.assign(url)
    return new Promise(() => undefined)
  },
  resume: () => null,
}

interface GoogleSignInOptions {
  google: GoogleSignIn
  rememberMe: () => boolean
  resolveJoinCode: GoogleSignInInput['resolveJoinCode']
  onAttempt: (proof: Promise<string>) => Promise<void>
  onStart: () => void
  onFailure: (error: unknown) => void
}

interface GoogleAttempt {
  /** `in-google-window`: Google's window is open. */
  stage: 'idle' | 'busy' | 'in-google-window'
  start: () => void
}

/** Only the newest attempt counts: another click replaces a lost window. */
export function useGoogleSignIn(options: GoogleSignInOptions): GoogleAttempt {
  const { google, rememberMe, resolveJoinCode } = options
  const { stage, isBusy, changeStage } = useStage()
  const latestAttempt = useRef(0)
  const attempt = async (prove: (onWindow: GoogleSignInInput['onWindow']) => Promise<string>) => {
    latestAttempt.current += 1
    const generation = latestAttempt.current
    const ifCurrent = (update: () => void) => {
      if (latestAttempt.current === generation) update()
    }
    options.onStart()
    changeStage('busy')
    try {
      const onWindow = (isOpen: boolean) => ifCurrent(() => changeStage(isOpen ? 'in-google-window' : 'busy'))
      await options.onAttempt(prove(onWindow))
    } catch (error) {
      ifCurrent(() => options.onFailure(error))
    } finally {
      ifCurrent(() => changeStage('idle'))
    }
  }
  const latest = useRef(attempt)
  useEffect(() => {
    latest.current = attempt
  })
  useEffect(() => {
    const redirectState = readRedirectState()
    clearRedirectState()
    const proof = redirectState?.by === 'firebase' ? google.resume(redirectState) : null
    if (proof) void latest.current(() => proof)
    else google.prepare()
  }, [google])
  useBfcacheRestore(() => changeStage('idle'))
  return {
    stage,
    start: () => {
      if (isBusy()) return
      void attempt((onWindow) => google.start({ rememberMe: rememberMe(), resolveJoinCode, onWindow }))
    },
  }
}

/** `isBusy` is correct immediately, even before React renders the busy button. */
function useStage() {
  const [stage, setStage] = useState<GoogleAttempt['stage']>('idle')
  const current = useRef(stage)
  const changeStage = (next: GoogleAttempt['stage']) => {
    current.current = next
    setStage(next)
  }
  return { stage, isBusy: () => current.current === 'busy', changeStage }
}

/** Returning from Google with the back button may restore this page from the bfcache. */
function useBfcacheRestore(onRestored: () => void): void {
  const latest = useRef(onRestored)
  useEffect(() => {
    latest.current = onRestored
  })
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      clearRedirectState()
      latest.current()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
