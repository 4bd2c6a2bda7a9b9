// /auth: signing in and up beside still water, new passwords, and what is said to those already in, or turned away.
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { AuthForm, type AuthMode } from '#features/auth/web/auth-form.tsx'
import { CalmNote } from '#features/auth/web/calm-note.tsx'
import { DenialNotice } from '#features/auth/web/denial-notice.tsx'
import { greeting, type Greeting } from '#features/auth/web/greeting.ts'
import type { SignInProvider } from '#features/auth/web/provider.ts'
import { ResetAgain } from '#features/auth/web/reset-again.tsx'
import { ResetForm } from '#features/auth/web/reset-form.tsx'
import type { SessionEnd } from '#features/auth/web/session-state.ts'
import type { Proof } from '#features/auth/web/session.ts'
import { SignedInBanner } from '#features/auth/web/signed-in-banner.tsx'
import { signInProvider } from '#features/auth/web/sign-in-provider.ts'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import { ReferralBanner } from '#features/referrals/web/referral-banner.tsx'
import { useLinkCode, type LinkCode } from '#features/referrals/web/use-link-code.ts'
import { messages } from '#shared/messages.ts'
import { refusals } from '#shared/refusals.ts'
import { appName, usePageTitle } from '#web/app-name.ts'
import { toast } from '#web/toast-store.ts'
import { useLoaded } from '#web/use-loaded.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { LogoRosette } from '#web/ui/rosette.tsx'
import { takeReturnPath } from '../return-path.ts'
import {
  useFailureCode,
  useMailedSecret,
  useReferralCode,
  useVerificationInAddress,
  useWithoutRef,
} from '../search.ts'

const words = {
  signIn: { title: 'Sign In', heading: 'Sit with us today', lead: 'The room is open all day.' },
  signUp: {
    title: 'Sign Up',
    heading: 'A place for you',
    lead: 'One guided meditation a day, sat together.',
  },
  newPassword: {
    title: 'New password',
    heading: 'Choose a new password',
    lead: 'Then you are signed in here, and signed out everywhere else.',
  },
  deadLink: {
    title: 'New password',
    heading: 'This link is spent',
    lead: refusals['invalid-link'].message,
  },
  undo: {
    title: 'Take your account back',
    heading: 'Take your account back',
    lead: 'Choose a new password. Your old email address comes back, and everyone else is signed out.',
  },
  deadUndo: {
    title: 'Take your account back',
    heading: 'This link is spent',
    lead: 'It works once, for seven days. If somebody else changed your email address, please tell an administrator.',
  },
} as const

type View = keyof typeof words

const deadViews = { newPassword: 'deadLink', undo: 'deadUndo' } as const

export function AuthScreen() {
  const [provider] = useState(signInProvider)
  const reset = useMailedSecret('reset')
  const undo = useMailedSecret('undo')
  const secret = undo ?? reset
  const { identity } = useUser()
  const { enter, isEntering } = useEntrance()
  const linkCode = useLinkCode(useReferralCode(), { isAsked: identity === null })
  const [view, setView] = useState(() => firstView(identity === null && linkCode.code !== '', reset, undo))
  const [isSaved, setSaved] = useState(false)
  const failureCode = useFailureCode()
  useWithoutRef(identity !== null && !isEntering)
  usePageTitle(words[view].title)
  const isAtDoor = view === 'signIn' || view === 'signUp'
  const isIn = isAtDoor && identity !== null && !isEntering
  const enterAnew = async () => {
    const greet = () => ({ title: messages.welcomeBack, description: 'Your new password is saved.' })
    setSaved(!(await enter(greet)))
    setView('signIn')
  }
  return (
    <BesideWater>
      {isIn ? (
        <SignedInBanner continueLink={<ToMeditation />} />
      ) : (
        <div className="grid gap-2">
          <h1 className="serif text-page">{words[view].heading}</h1>
          <p className="text-lead text-ink-2">{words[view].lead}</p>
        </div>
      )}
      {isAtDoor && <Notes isPasswordSaved={isSaved} isIn={isIn} />}
      {isAtDoor && !isIn && (
        <AtDoor {...{ provider, linkCode, failureCode, enter }} mode={view} onModeChange={setView} />
      )}
      {(view === 'newPassword' || view === 'undo') && secret !== undefined && (
        <ResetForm token={secret} onSaved={enterAnew} onDeadLink={() => setView(deadViews[view])} />
      )}
      {view === 'deadLink' && <ResetAgain provider={provider} />}
      {!isAtDoor && (
        <Button variant="quiet" className="justify-self-center" onClick={() => setView('signIn')}>
          {identity === null ? 'Back to Sign In' : 'Leave it as it is'}
        </Button>
      )}
    </BesideWater>
  )
}

interface AtDoorProps {
  provider: SignInProvider
  linkCode: LinkCode
  failureCode: string | undefined
  enter: ReturnType<typeof useEntrance>['enter']
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
}

function AtDoor({ provider, linkCode, failureCode, enter, mode, onModeChange }: AtDoorProps) {
  const attempts = attemptsWith(linkCode, enter)
  return (
    <>
      <ReferralBanner linkCode={linkCode} />
      <AuthForm
        provider={provider}
        mode={mode}
        onModeChange={onModeChange}
        failureCode={failureCode}
        joining={linkCode.forJoining}
        onAttempt={(way, proof) => attempts[way](proof)}
      />
    </>
  )
}

/** Whoever comes by a friend's link is new here. */
function firstView(isInvited: boolean, reset: string | undefined, undo: string | undefined): View {
  if (undo !== undefined) return undo === '' ? 'deadUndo' : 'undo'
  if (reset === undefined) return isInvited ? 'signUp' : 'signIn'
  return reset === '' ? 'deadLink' : 'newPassword'
}

function BesideWater({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 grid-rows-[minmax(7rem,20dvh)_1fr] lg:grid-cols-[minmax(0,1.15fr)_minmax(26rem,1fr)] lg:grid-rows-1">
      <div className="relative overflow-hidden lg:m-4 lg:mr-0 lg:rounded-media">
        <DawnScene className="absolute inset-0 size-full" />
      </div>
      <div className="grid content-start px-4 py-7 sm:py-10 lg:content-center lg:px-12">
        <div className="mx-auto grid w-full max-w-100 gap-6 sm:gap-8">
          <Brand />
          {children}
        </div>
      </div>
      <DenialNotice />
    </div>
  )
}

function ToMeditation() {
  return (
    <Link to="/meditation" className={buttonLook({ variant: 'primary' })}>
      To the meditation
    </Link>
  )
}

const endWords: Record<SessionEnd, string> = {
  expired: 'You have been signed out. Once you sign in again, what you typed is still here.',
  'in-another-tab': 'You were signed out in another tab.',
}

const loadFollowedLink = async () => (await import('./auth-link.tsx')).FollowedLink

/** What brought somebody here, when it wasn't their own wish to sign in. */
function Notes({ isPasswordSaved, isIn }: { isPasswordSaved: boolean; isIn: boolean }) {
  const state = useUser()
  const [hasLink] = useState(useVerificationInAddress())
  const [FollowedLink, load] = useLoaded(loadFollowedLink)
  useEffect(() => {
    if (hasLink) load()
  }, [hasLink, load])
  if (isPasswordSaved && !isIn) {
    return <CalmNote kind="done">Your new password is saved. Please sign in with it.</CalmNote>
  }
  if (hasLink) return FollowedLink && <FollowedLink isIn={isIn} />
  return state.status === 'signedOut' && state.ended !== null ? (
    <CalmNote>{endWords[state.ended]}</CalmNote>
  ) : null
}

function Brand() {
  return (
    <p className="flex items-center gap-2.75">
      <LogoRosette size={34} />
      <span className="serif text-section">{appName()}</span>
    </p>
  )
}

/** What follows a proof: who it is, the toast, and the screen that was wanted or the meditation, whose guard leads on to Settings if need be. */
function useEntrance() {
  const session = useSession()
  const navigate = useNavigate()
  const [isEntering, setEntering] = useState(false)
  /** Answers whether somebody came in; `greet` is asked then. */
  const enter = async (greet: (isNew: boolean) => Greeting, proof?: Proof): Promise<boolean> => {
    setEntering(true)
    try {
      const state = await session.signedIn(proof)
      // Turned away: the notice says why. A registration that can't succeed: the banner does.
      if (state.identity === null || state.status === 'unregistered') return state.identity !== null
      toast(greet(state.status === 'ready' && state.isNew === true))
      await navigate({ href: takeReturnPath() ?? '/meditation' })
      return true
    } finally {
      setEntering(false)
    }
  }
  return { enter, isEntering }
}

/** What is asked of the provider, and what follows when it lets somebody in. */
function attemptsWith(linkCode: LinkCode, enter: AtDoorProps['enter']) {
  return {
    signIn: async (proof: Promise<string>) => {
      const referralCode = linkCode.check.status === 'valid' ? linkCode.code : null
      await enter(() => greeting({ isNew: false, isUnchecked: false }), { uid: await proof, referralCode })
    },
    // Who joins waits for the code, but beside the proof: once they are let in, a reload would lose it.
    signUp: async (proof: Promise<string>) => {
      const [uid, { validCode, isUnchecked }] = await Promise.all([proof, linkCode.forJoining()])
      await enter(() => greeting({ isNew: true, isUnchecked }), { uid, referralCode: validCode })
    },
    // By Google nobody says beforehand whether they join.
    google: async (proof: Promise<string>) => {
      const [uid, { validCode, isUnchecked }] = await Promise.all([proof, linkCode.forJoining()])
      await enter((isNew) => greeting({ isNew, isUnchecked }), { uid, referralCode: validCode })
    },
  }
}
