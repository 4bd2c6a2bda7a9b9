// Google sign-in attempt and its stage.
import { useEffect, useRef, useState } from 'react'
import { clearRedirectState, readRedirectState } from './oauth-redirect-state.ts'
import type { GoogleSignIn, GoogleSignInInput } from './provider.ts'

interface GoogleSignInOptions {
  google: GoogleSignIn
  rememberMe: () => boolean
  joining: GoogleSignInInput['joining']
  onAttempt: (proof: Promise<string>) => Promise<void>
  onStart: () => void
  onFailure: (error: unknown) => void
}

interface GoogleAttempt {
  /** `away`: Google's window is open. */
  stage: 'idle' | 'busy' | 'away'
  start: () => void
}

/** Only the newest attempt counts: another click replaces a lost window. */
export function useGoogleSignIn(options: GoogleSignInOptions): GoogleAttempt {
  const { google, rememberMe, joining } = options
  const { stage, isBusy, move } = useStage()
  const newest = useRef(0)
  const attempt = async (prove: (onWindow: GoogleSignInInput['onWindow']) => Promise<string>) => {
    newest.current += 1
    const mine = newest.current
    const unlessOld = (tell: () => void) => {
      if (newest.current === mine) tell()
    }
    options.onStart()
    move('busy')
    try {
      const onWindow = (isOpen: boolean) => unlessOld(() => move(isOpen ? 'away' : 'busy'))
      await options.onAttempt(prove(onWindow))
    } catch (error) {
      unlessOld(() => options.onFailure(error))
    } finally {
      unlessOld(() => move('idle'))
    }
  }
  const latest = useRef(attempt)
  useEffect(() => {
    latest.current = attempt
  })
  useEffect(() => {
    const departure = readRedirectState()
    clearRedirectState()
    const proof = departure?.by === 'firebase' ? google.resume(departure) : null
    if (proof) void latest.current(() => proof)
    else google.prepare()
  }, [google])
  useBfcacheRestore(() => move('idle'))
  return {
    stage,
    start: () => {
      if (isBusy()) return
      void attempt((onWindow) => google.start({ rememberMe: rememberMe(), joining, onWindow }))
    },
  }
}

/** `isBusy` is correct immediately, even before React renders the busy button. */
function useStage() {
  const [stage, setStage] = useState<GoogleAttempt['stage']>('idle')
  const current = useRef(stage)
  const move = (next: GoogleAttempt['stage']) => {
    current.current = next
    setStage(next)
  }
  return { stage, isBusy: () => current.current === 'busy', move }
}

/** Returning from Google with the back button may restore this page from the bfcache. */
function useBfcacheRestore(onKept: () => void): void {
  const latest = useRef(onKept)
  useEffect(() => {
    latest.current = onKept
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
