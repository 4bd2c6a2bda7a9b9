// Google sign-in attempt and its stage.
import { useEffect, useRef, useState } from 'react'
import { clearRedirectState, readRedirectState } from './oauth-redirect-state.ts'
import type { GoogleSignIn, GoogleSignInInput } from './provider.ts'

interface GoogleSignInOptions {
  google: GoogleSignIn
  rememberMe: () => boolean
  resolveReferralCode: GoogleSignInInput['resolveReferralCode']
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
  const { google, rememberMe, resolveReferralCode } = options
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
      void attempt((onWindow) => google.start({ rememberMe: rememberMe(), resolveReferralCode, onWindow }))
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
