// /auth: sign-in, sign-up and password reset beside still water, and banners for signed-in or denied visitors.
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { DenialBanner } from '#features/auth/web/components/auth-banners.tsx'
import { AuthForm, type AuthMode } from '#features/auth/web/components/auth-form.tsx'
import { authErrorMessage, cookieRefusedMessage, errorBodyOf } from '#features/auth/web/data/auth-errors.ts'
import type { SignInProvider } from '#features/auth/web/data/provider.ts'
import type { SessionEnd } from '#features/auth/web/data/session-state.ts'
import { signInProvider } from '#features/auth/web/data/sign-in-provider.ts'
import { welcomeMessage } from '#features/auth/web/data/welcome-message.ts'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { cadences, signInLead, type Cadence } from '#shared/cadence.ts'
import { currentLocale, t, type Language } from '#shared/i18n/t.ts'
import { pageCommunity, useCommunity } from '#web/community.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { messages } from '#web/i18n/messages.ts'
import { switchLanguage } from '#web/i18n/page-language.ts'
import { rich } from '#web/i18n/rich.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useDrawnScreen } from '#web/page-shell.ts'
import { usePageTitle } from '#web/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { CommunityMark } from '#web/ui/community-mark.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { LanguageOptions } from '#web/ui/language-options.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { loadCommunity } from '../load-community.ts'
import {
  useFailureParam,
  useMailedSecret,
  useJoinCodeParams,
  useVerificationParam,
  useStripJoinCodeParams,
} from '../search-params.ts'
import type { Attempt } from './auth-join.tsx'
import { authViewTexts, useAuthView } from './auth-view.ts'
import { useSignInCompletion } from './use-sign-in-completion.ts'

/** Comes with the page, whose first picture has the same words. */
function pageCadence(): Cadence {
  const content = document.querySelector<HTMLMetaElement>('meta[name=cadence]')?.content
  return cadences.find((cadence) => cadence === content) ?? 'day'
}

const invalidLinkViews = { newPassword: 'deadLink', undo: 'deadUndo' } as const

// For visitors who followed a mailed link: few, so their code isn't in the first load.
const ResetForm = lazyPart(
  async () => (await import('#features/auth/web/components/reset-form.tsx')).ResetForm,
  () => <Spinner />,
)
const ResetLinkExpired = lazyPart(
  async () => (await import('#features/auth/web/components/reset-form.tsx')).ResetLinkExpired,
  () => <Spinner />,
)
/** For the one address of a mailed link, in any joining mode. */
const MailedJoin = lazyPart(
  async () => (await import('./auth-join.tsx')).MailedJoin,
  () => <Spinner />,
)
const SignedIn = lazyPart(
  async () => (await import('./auth-join.tsx')).SignedIn,
  () => <Spinner />,
)

export function AuthScreen() {
  const [provider] = useState(signInProvider)
  const reset = useMailedSecret('reset')
  const undo = useMailedSecret('undo')
  const join = useMailedSecret('join')
  const secret = undo ?? reset
  const { identity } = useUser()
  const { enter, isEntering } = useSignInCompletion()
  const { invite, ref } = useJoinCodeParams()
  const linkText = (invite ?? ref ?? '').trim()
  const { joining, welcome, welcomeLanguage } = useCommunity()
  const isNewcomer = identity === null && linkText !== '' && joining !== 'closed'
  const { view, setView, chooseForm } = useAuthView({ isNewcomer, linkText, reset, undo, join })
  const [isSaved, setSaved] = useState(false)
  const [entryFailure, setEntryFailure] = useState<string | null>(null)
  const failureCode = useFailureParam()
  useStripJoinCodeParams(identity !== null && !isEntering)
  usePageTitle(authViewTexts[view].title)
  useDrawnScreen()
  const [cadence] = useState(pageCadence)
  const isSignInView = view === 'signIn' || view === 'signUp'
  const isSignedIn = isSignInView && identity !== null && !isEntering
  const enterAfterReset = async () => {
    const greet = () => ({ title: messages.welcomeBack, description: t('Your new password is saved.') })
    const entered = await enter(greet).catch((error: unknown) => setEntryFailure(authErrorMessage(error)))
    setSaved(!entered)
    setView('signIn')
  }
  return (
    <AuthLayout
      isPreviewInColumn={isSignInView}
      heading={
        isSignedIn ? (
          <SignedIn />
        ) : (
          <div className="grid gap-2">
            <h1 className="serif text-page low:text-[1.5rem]">{authViewTexts[view].heading}</h1>
            <p
              lang={authViewTexts[view].lead || welcome === '' ? undefined : contentLang(welcomeLanguage)}
              className="text-lead text-pretty whitespace-pre-line text-ink-2"
            >
              {authViewTexts[view].lead ?? (welcome || signInLead(cadence))}
            </p>
          </div>
        )
      }
    >
      {isSignInView && !isSignedIn && entryFailure !== null && <FormError>{entryFailure}</FormError>}
      {isSignInView && <AuthBanners isPasswordSaved={isSaved} isSignedIn={isSignedIn} />}
      {isSignInView && !isSignedIn && (
        <SignInPanel {...{ provider, linkText, failureCode, enter }} mode={view} onModeChange={chooseForm} />
      )}
      {(view === 'newPassword' || view === 'undo') && secret !== undefined && (
        <ResetForm
          token={secret}
          onSaved={enterAfterReset}
          onInvalidLink={() => setView(invalidLinkViews[view])}
        />
      )}
      {view === 'join' && join !== undefined && (
        <MailedJoin
          provider={provider}
          token={join}
          onModeChange={setView}
          onInvalidLink={() => setView('deadJoin')}
          Form={AuthForm}
          consent={<Consent />}
          attempt={createAttempt(enter)}
        />
      )}
      {view === 'deadLink' && <ResetLinkExpired provider={provider} />}
      {!isSignInView && (
        <Button variant="subtle" className="justify-self-center" onClick={() => setView('signIn')}>
          {identity === null ? t('Back to sign-in') : t('Leave it as it is')}
        </Button>
      )}
    </AuthLayout>
  )
}

interface SignInPanelProps {
  provider: SignInProvider
  /** The code in the address; empty without one. */
  linkText: string
  failureCode: string | undefined
  enter: ReturnType<typeof useSignInCompletion>['enter']
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
}

const JoinPanel = lazyPart(
  async () => (await import('./auth-join.tsx')).JoinPanel,
  () => <div className="min-h-89.5" />,
)

/** Most visitors have no code, and most doors are open: what the others need is loaded for them alone, except the form. */
function SignInPanel({ linkText, enter, ...form }: SignInPanelProps) {
  const isPlain = useCommunity().joining === 'open' && linkText === ''
  const attempt = createAttempt(enter)
  const all = { ...form, consent: <Consent /> }
  if (isPlain) return <AuthForm {...all} resolveJoinCode={noCode} onAttempt={attempt} />
  return <JoinPanel {...all} {...{ Form: AuthForm, linkText, attempt }} />
}

/** An attempt opens the screen behind the form, once the proof is accepted. */
function createAttempt(enter: SignInPanelProps['enter']): Attempt {
  return async (method, proof, code = noCode()) => {
    // The version that the form shows.
    const accepted = method === 'signUp' ? { acceptedTerms: pageCommunity().termsVersion } : {}
    const [uid, { validCode, isUnchecked }] = await Promise.all([proof.catch(reloadChangedTerms), code])
    await enter(
      // With Google the client can't know beforehand whether the member is new.
      (isNew) => welcomeMessage({ isNew: method === 'google' ? isNew : method === 'signUp', isUnchecked }),
      { uid, joinCode: validCode, ...accepted },
    )
  }
}

const noCode = () => Promise.resolve({ validCode: null, isUnchecked: false })

/** Whole words, so that neither lies around the other. */
const consentLink = 'inline-block py-1 underline'

function Consent() {
  return (
    <>
      {rich(
        'By joining you accept the <terms>Terms</terms> and have read the <privacy>Privacy notice</privacy>.',
        {
          terms: (text) => (
            <Link to="/terms" className={consentLink}>
              {text}
            </Link>
          ),
          privacy: (text) => (
            <Link to="/privacy" className={consentLink}>
              {text}
            </Link>
          ),
        },
      )}
    </>
  )
}

const TodayPreview = lazyPart(
  async () => (await import('#features/meditation/web/components/today-preview.tsx')).TodayPreview,
  ({ isInColumn }) => isInColumn && <div className="min-h-24 columns:hidden" />,
)

interface AuthLayoutProps {
  heading: ReactNode
  isPreviewInColumn: boolean
  children: ReactNode
}

/** The form below a narrow shore, or beside a tall one with the day's words. */
function AuthLayout({ heading, isPreviewInColumn, children }: AuthLayoutProps) {
  const [shore, setShore] = useState<HTMLElement | null>(null)
  const isOpen = useCommunity().joining === 'open'
  return (
    <div className="flex flex-1 flex-col columns:grid columns:grid-cols-[minmax(0,1.15fr)_minmax(26rem,1fr)]">
      <div
        ref={setShore}
        // Everything else in the window is something to press.
        data-toasts
        className="relative h-[clamp(7.5rem,15vh+13vw,min(27vh,18rem))] overflow-hidden columns:sticky columns:top-0 columns:h-auto columns:max-h-dvh lg:m-4 lg:me-0 lg:rounded-media"
      >
        <DawnScene sky={useSky()} className="absolute inset-0 size-full" />
      </div>
      <div className="grid content-start px-4 py-6 low:py-3 lg:content-center lg:px-12 lg:py-16">
        <div className="mx-auto grid w-full max-w-100 gap-5 wrap-anywhere low:gap-3 sm:gap-8">
          <Brand />
          {heading}
          {isOpen && <TodayPreview shore={shore} isInColumn={isPreviewInColumn} />}
          {children}
          <PageLanguage />
        </div>
      </div>
      <DenialBanner />
    </div>
  )
}

/** One line for visitors; members choose in the settings. */
function PageLanguage() {
  const language = currentLocale()
  return (
    <select
      aria-label={t('Language')}
      className="min-h-11 justify-self-center bg-transparent px-2 text-small text-ink-3 hover:text-ink"
      value={language}
      onChange={({ target }) => switchLanguage(target.value as Language)}
    >
      <LanguageOptions />
    </select>
  )
}

const sessionEndTexts: Record<SessionEnd, string> = {
  expired: t('You have been signed out. What you typed will still be here after you sign in.'),
  'in-another-tab': t('You were signed out in another tab.'),
  'cookie-refused': cookieRefusedMessage,
}

const AuthLinkResult = lazyPart(async () => (await import('./auth-link-result.tsx')).AuthLinkResult)

/** Banners that explain why the visitor was sent to /auth. */
function AuthBanners({ isPasswordSaved, isSignedIn }: { isPasswordSaved: boolean; isSignedIn: boolean }) {
  const state = useUser()
  // On the way to the link's address, which is Settings', this page may be mounted once more.
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/auth' })
  const param = useVerificationParam()
  const [hasLink] = useState(isHere && Boolean(param))
  if (isPasswordSaved && !isSignedIn) {
    return <InlineBanner kind="done">{t('Your new password is saved. Please sign in with it.')}</InlineBanner>
  }
  if (hasLink) return <AuthLinkResult isSignedIn={isSignedIn} />
  return state.status === 'signedOut' && state.ended !== null ? (
    <InlineBanner>{sessionEndTexts[state.ended]}</InlineBanner>
  ) : null
}

function Brand() {
  const { name } = useCommunity()
  return (
    <p className="flex items-center gap-2.75 low:hidden">
      <CommunityMark size={34} />
      <span className="serif text-section">{name}</span>
    </p>
  )
}

/** The next attempt accepts the terms that the visitor can read now. */
async function reloadChangedTerms(error: unknown): Promise<never> {
  if (errorBodyOf(error)?.code === 'terms_changed') await loadCommunity()
  throw error
}
