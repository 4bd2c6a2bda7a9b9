// The parts of /auth for visitors with a link or a session, and while joining isn't open: loaded only then (COM-06).
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ComponentProps, type FormEvent, type Ref } from 'react'
import * as z from 'zod/mini'
import { joinErrors } from '#features/auth/join-errors.ts'
import type { AuthForm } from '#features/auth/web/components/auth-form.tsx'
import { SignedInBanner } from '#features/auth/web/components/signed-in-banner.tsx'
import {
  authErrorMessage,
  createProviderError,
  errorBodyOf,
  isInvalidLinkError,
} from '#features/auth/web/data/auth-errors.ts'
import type { ServerRedirectState } from '#features/auth/web/data/provider.ts'
import { welcomeMessage } from '#features/auth/web/data/welcome-message.ts'
import { useLinkEmail } from '#features/auth/web/hooks/use-link-email.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { ReferralBanner } from '#features/referrals/web/referral-banner.tsx'
import { useLinkCode, type LinkCheck } from '#features/referrals/web/use-link-code.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { useCommunity } from '#web/community.ts'
import { readFormDraft } from '#web/drafts.ts'
import { toast } from '#web/toast-store.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Input } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useWrittenDraft } from '#web/use-form-draft.ts'
import { consumeReturnPath } from '../return-path.ts'

type FormProps = ComponentProps<typeof AuthForm>
type Method = Parameters<FormProps['onAttempt']>[0]

/** An attempt to sign in or up, with the code for a registration. */
export type Attempt = (
  method: Method,
  proof: Promise<string>,
  code?: Promise<Pick<ServerRedirectState, 'validCode' | 'isUnchecked'>>,
) => Promise<void>

interface JoinPanelProps extends Omit<FormProps, 'resolveJoinCode' | 'onAttempt'> {
  /** The code in the address, as it is there; may be empty. */
  linkText: string
  attempt: Attempt
  /** The page has it already; an import here would put it into another chunk. */
  Form: typeof AuthForm
}

export function JoinPanel(props: JoinPanelProps) {
  const { joining } = useCommunity()
  switch (joining) {
    case 'open':
      return <LinkedForm {...props} />
    case 'invitation':
      return <InvitedForm {...props} />
    case 'closed':
      return <ClosedForm {...props} />
  }
}

/** The whole form, below whose link was opened. Everyone may join, whatever the code is worth. */
function LinkedForm({ linkText, attempt, Form, ...form }: JoinPanelProps) {
  const linkCode = useLinkCode(linkText, { isEnabled: true })
  const { check, proposedName, resolveForJoining } = linkCode
  // A sign-up awaits the check in parallel with the proof: after the sign-in a reload would lose the code.
  const codeFor = (method: Method) =>
    method === 'signIn'
      ? Promise.resolve({ validCode: check.status === 'valid' ? linkText : null, isUnchecked: false })
      : resolveForJoining()
  return (
    <>
      <ReferralBanner linkCode={linkCode} />
      <Form
        {...form}
        proposedName={proposedName}
        resolveJoinCode={resolveForJoining}
        onAttempt={(method, proof) => attempt(method, proof, codeFor(method))}
      />
    </>
  )
}

interface MailedJoinProps extends Omit<JoinPanelProps, 'linkText' | 'mode' | 'failureCode'> {
  /** The secret of the link. */
  token: string
  onInvalidLink: () => void
}

/** The form for the address to which a link was mailed: they sign up by it in any joining mode (T87). */
export function MailedJoin({ token, onInvalidLink, attempt, Form, provider, ...form }: MailedJoinProps) {
  const { email, error } = useLinkEmail(token, onInvalidLink)
  if (error !== null) return <FormError>{authErrorMessage(error)}</FormError>
  if (email === null) return <Spinner />
  return (
    <Form
      {...form}
      mode="signUp"
      hasSignUp={false}
      failureCode={undefined}
      linkEmail={readableEmail(email)}
      provider={{
        ...provider,
        signUp: (input) =>
          provider.signUp({ ...input, joinToken: token }).catch((error: unknown) => {
            if (isInvalidLinkError(error)) onInvalidLink()
            throw error
          }),
      }}
      resolveJoinCode={() => Promise.resolve({ validCode: null, isUnchecked: false })}
      onAttempt={attempt}
    />
  )
}

function ClosedForm({ linkText: _, attempt, Form, ...form }: JoinPanelProps) {
  const { name } = useCommunity()
  return (
    <>
      <InlineBanner>
        {t('{name} isn’t taking new members right now. If you’re a member, welcome back.', { name })}
      </InlineBanner>
      <Form
        {...form}
        mode="signIn"
        hasSignUp={false}
        resolveJoinCode={() => Promise.resolve({ validCode: null, isUnchecked: false })}
        onAttempt={attempt}
      />
    </>
  )
}

const unknownCode = t('We don’t know this code. Please check it, or ask a member for their link.')
const missingCode = t('Please type your code, or open the link that a member sent you.')
const howToJoin = t('Ask a member for their link. If they gave you a code, type it here.')

const codeDraft = 'auth-code'
const codeDraftSchema = z.object({ text: z.string(), linkText: z.string() })

/** The code that was typed before, unless another link was opened since. */
function readTypedCode(linkText: string): string {
  const draft = readFormDraft(codeDraft, codeDraftSchema)
  return draft?.linkText === linkText ? draft.text : linkText
}

/** The form whose sign-up asks for a code; the server's refusal is shown beside it. */
function InvitedForm({ linkText, attempt, Form, provider, ...form }: JoinPanelProps) {
  const { name } = useCommunity()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => readTypedCode(linkText))
  useWrittenDraft(codeDraft, text === linkText ? null : { text, linkText })
  const [checkedText, setCheckedText] = useState(text)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { code, check, proposedName } = useLinkCode(checkedText, { isEnabled: true })
  const refuse = (message: string): never => {
    setRefusal(message)
    field.current?.focus()
    throw createProviderError({ code: 'refused', message, issues: [{ path: 'inviteCode', message }] })
  }
  const codeToJoin = () => Promise.resolve({ validCode: text.trim() || null, isUnchecked: false })
  return (
    <>
      {form.mode === 'signUp' && (
        <>
          <p className="text-pretty text-ink-2">{t('New members come to {name} by invitation.', { name })}</p>
          <CodeField
            field={field}
            text={text}
            error={refusal ?? undefined}
            check={code !== '' && text === checkedText ? check : null}
            onChange={(next) => {
              setText(next)
              setRefusal(null)
            }}
            onDone={() => setCheckedText(text)}
          />
        </>
      )}
      <Form
        {...form}
        proposedName={proposedName}
        provider={{
          ...provider,
          signUp: async (input) => {
            if (text.trim() === '') return refuse(missingCode)
            return provider.signUp({ ...input, inviteCode: text }).catch((error: unknown) => {
              const message = refusalOf(errorBodyOf(error)?.code)
              if (message === undefined) throw error
              return refuse(message)
            })
          },
        }}
        resolveJoinCode={codeToJoin}
        onAttempt={(method, proof) => attempt(method, proof, codeToJoin())}
      />
    </>
  )
}

/** The sentence for an error of joining; undefined for another one. */
function refusalOf(code: string | null | undefined): string | undefined {
  if (code === joinErrors.invitation_needed.code) return unknownCode
  const refusal = Object.values(joinErrors).find((error) => error.code === code)
  return refusal && translate(refusal.message)
}

interface CodeFieldProps {
  field: Ref<HTMLInputElement>
  text: string
  error: string | undefined
  /** Null while the text isn't checked. */
  check: LinkCheck | null
  onChange: (text: string) => void
  onDone: () => void
}

function CodeField({ field, text, error, check, onChange, onDone }: CodeFieldProps) {
  return (
    <Field label={t('Invitation code')} hint={hintOf(check)} error={error ?? errorOf(check)}>
      <Input
        ref={field}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
      />
    </Field>
  )
}

function hintOf(check: LinkCheck | null): string {
  switch (check?.status) {
    case 'checking':
      return t('Checking …')
    case 'valid':
      return check.referrerName === null
        ? t('Your invitation is valid. Come in.')
        : t('Invited by {referrerName}.', { referrerName: check.referrerName })
    case 'failed':
      return t('It couldn’t be checked. We’ll check it again when you join.')
    default:
      return howToJoin
  }
}

function errorOf(check: LinkCheck | null): string | undefined {
  if (check?.status === 'ended') return translate(joinErrors.invitation_expired.message)
  return check?.status === 'invalid' ? unknownCode : undefined
}

export function SignedIn() {
  return (
    <SignedInBanner
      continueLink={
        <Link to="/meditation" className={buttonVariants({ variant: 'primary' })}>
          {t('Go to the meditation')}
        </Link>
      }
      joining={<JoiningObstacle />}
    />
  )
}

/** For someone signed in who may not join: the reason, and a field for another code. */
function JoiningObstacle() {
  const session = useSession()
  const state = useUser()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const [isJoining, setJoining] = useState(false)
  const { identity } = state
  const obstacle = state.status === 'unregistered' ? state.obstacle : null
  const isClosed = obstacle === joinErrors.joining_closed.code
  const join = async (event: FormEvent) => {
    event.preventDefault()
    if (isJoining || identity === null) return
    setJoining(true)
    const next = await session.signedIn({ uid: identity.uid, joinCode: text.trim() || null })
    setJoining(false)
    setTried(true)
    if (next.status !== 'ready') return field.current?.focus()
    toast(welcomeMessage({ isNew: true, isUnchecked: false }))
    await navigate({ href: consumeReturnPath() ?? '/meditation' })
  }
  const isExpired = obstacle === joinErrors.invitation_expired.code
  return (
    <form noValidate aria-label={t('Join')} className="grid gap-5" onSubmit={(event) => void join(event)}>
      <p className="text-pretty text-ink-2">
        {isClosed
          ? translate(joinErrors.joining_closed.message)
          : t('One step is left: new members come by invitation. Your account waits for you here.')}
      </p>
      {!isClosed && (
        <CodeField
          field={field}
          text={text}
          error={
            isExpired || isTried ? refusalOf(text.trim() === '' && !isExpired ? null : obstacle) : undefined
          }
          check={null}
          onChange={(next) => {
            setText(next)
            setTried(false)
          }}
          onDone={() => undefined}
        />
      )}
      <Button type="submit" variant="primary" className="justify-self-start" busy={isJoining}>
        {isClosed ? t('Try again') : t('Join')}
      </Button>
    </form>
  )
}
