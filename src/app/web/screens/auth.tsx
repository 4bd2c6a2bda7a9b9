// /auth: signing in and up beside still water, and what is said to those who are already in, or turned away.
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthForm, type AuthMode } from '#features/auth/web/auth-form.tsx'
import { DenialNotice } from '#features/auth/web/denial-notice.tsx'
import { SignedInBanner } from '#features/auth/web/signed-in-banner.tsx'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import { messages } from '#shared/messages.ts'
import { appName, usePageTitle } from '#web/app-name.ts'
import { toast } from '#web/toast-store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { LogoRosette } from '#web/ui/rosette.tsx'

const words = {
  signIn: { title: 'Sign In', heading: 'Sit with us today', lead: 'The room is open all day.' },
  signUp: {
    title: 'Sign Up',
    heading: 'A place for you',
    lead: 'One guided meditation a day, sat together.',
  },
} as const

export function AuthScreen() {
  const [mode, setMode] = useState<AuthMode>('signIn')
  const { identity } = useUser()
  const { enter, isEntering } = useEntrance()
  usePageTitle(words[mode].title)
  const isIn = identity !== null && !isEntering
  return (
    <div className="grid flex-1 grid-rows-[minmax(7rem,20dvh)_1fr] lg:grid-cols-[minmax(0,1.15fr)_minmax(26rem,1fr)] lg:grid-rows-1">
      <div className="relative overflow-hidden lg:m-4 lg:mr-0 lg:rounded-media">
        <DawnScene className="absolute inset-0 size-full" />
      </div>
      <div className="grid content-start px-4 py-7 sm:py-10 lg:content-center lg:px-12">
        <div className="mx-auto grid w-full max-w-100 gap-6 sm:gap-8">
          <Brand />
          {isIn ? (
            <SignedInBanner
              continueLink={
                <Link to="/meditation" className={buttonLook({ variant: 'primary' })}>
                  To the meditation
                </Link>
              }
            />
          ) : (
            <>
              <div className="grid gap-2">
                <h1 className="serif text-page">{words[mode].heading}</h1>
                <p className="text-lead text-ink-2">{words[mode].lead}</p>
              </div>
              <AuthForm mode={mode} onModeChange={setMode} onProved={enter} />
            </>
          )}
        </div>
      </div>
      <DenialNotice />
    </div>
  )
}

function Brand() {
  return (
    <p className="flex items-center gap-2.75">
      <LogoRosette size={34} />
      <span className="serif text-section">{appName()}</span>
    </p>
  )
}

/** What follows a proof: who it is, the toast, and the meditation, whose guard leads on to Settings if need be. */
function useEntrance() {
  const session = useSession()
  const navigate = useNavigate()
  const [isEntering, setEntering] = useState(false)
  const enter = async (mode: AuthMode) => {
    setEntering(true)
    try {
      const { identity, status } = await session.signedIn()
      // Turned away: the notice says why. A registration that can't succeed: the banner does.
      if (identity === null || status === 'unregistered') return
      toast({ title: mode === 'signUp' ? messages.accountCreated : messages.welcomeBack })
      await navigate({ to: '/meditation' })
    } finally {
      setEntering(false)
    }
  }
  return { enter, isEntering }
}
