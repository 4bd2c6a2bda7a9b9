// Auth form: sign-in and sign-up in one form, which keeps its values across mode changes and failures.
import * as z from 'zod/mini'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState, type ReactNode } from 'react'
import {
  useForm,
  useWatch,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { passwordMinChars } from '#shared/constants.ts'
import { pageCommunity } from '#web/community.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { readFormDraft } from '#web/drafts.ts'
import { useWrittenDraft } from '#web/use-form-draft.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { signInSchema } from '../../contract.ts'
import type { signUpSchema } from '../../sign-up-contract.ts'
import { authErrorMessage, authIssues, errorBodyOf } from '../data/auth-errors.ts'
import type { GoogleSignInButtonProps } from './google-sign-in-button.tsx'
import { MailButton, ResetMailSent } from './mail-button.tsx'
import { PasswordInput } from './password-input.tsx'
import { readProviderSettings, type SignInProvider } from '../data/provider.ts'
import { loadSignUpContract } from '../data/sign-in-provider.ts'
import { useResetRequest, type ResetRequest } from '../hooks/use-reset-request.ts'
import { t } from '#shared/t.ts'

export type AuthMode = 'signIn' | 'signUp'

type AuthValues = z.output<typeof signUpSchema>
type AuthFields = UseFormReturn<z.input<typeof signUpSchema>, unknown, AuthValues>

/** Without the contract the values go on unchecked: the sign-up then reports why it couldn't be loaded. */
const signUpResolver: Resolver<z.input<typeof signUpSchema>, unknown, AuthValues> = async (...form) => {
  const contract = await loadSignUpContract().catch(() => null)
  if (!contract) return { values: form[0], errors: {} }
  return standardSchemaResolver(contract.signUpSchema)(...form)
}

/** The contract's schemas. Sign-in keeps the name field but doesn't validate it. */
const resolvers = {
  signIn: standardSchemaResolver(z.extend(signInSchema, { name: z.string() })),
  signUp: signUpResolver,
}

interface AuthFormProps extends Pick<GoogleSignInButtonProps, 'failureCode' | 'resolveInviteCode'> {
  provider: SignInProvider
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The address of the link that was followed, which alone may sign up by it. */
  linkEmail?: string
  /** False while no one may join. */
  hasSignUp?: boolean
  /** What a new member agrees to, with links. */
  consent: ReactNode
  /**
   * Called with each attempt: `proof` resolves to the uid or rejects. The form stays busy until the returned
   * promise settles, and shows its error.
   */
  onAttempt: (method: AuthMode | 'google', proof: Promise<string>) => Promise<void>
}

const modeLabels = {
  signIn: { submit: t('Sign In'), question: t('New here?'), other: t('Sign Up'), otherMode: 'signUp' },
  signUp: {
    submit: t('Sign Up'),
    question: t('Already have an account?'),
    other: t('Sign In'),
    otherMode: 'signIn',
  },
} as const

/**
 * Email, password and 'Remember me'; plus the full name for sign-up, or 'Forgot password?' for sign-in (AUTH-01).
 */
export function AuthForm(props: AuthFormProps) {
  const { provider, mode, onModeChange, linkEmail, hasSignUp = true } = props
  const [draft] = useState(() => readFormDraft(draftName, draftSchema) ?? { name: '', email: '' })
  const form: AuthFields = useForm({
    defaultValues: {
      ...draft,
      ...(linkEmail === undefined ? {} : { email: linkEmail }),
      password: '',
      rememberMe: false,
    },
    resolver: resolvers[mode],
  })
  useTypedDraft(form)
  // Registered first, even if hidden: focus moves to the first invalid field in visual order.
  const name = form.register('name')
  const { submit, failure, setFailure } = useSubmit(form, props)
  const reset = useResetRequest(provider)
  useEffect(() => {
    if (mode === 'signUp') void loadSignUpContract().catch(() => undefined)
  }, [mode])
  const { otherMode, ...text } = modeLabels[mode]
  const changeMode = () => {
    form.clearErrors()
    setFailure(null)
    onModeChange(otherMode)
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure !== null && <FormError>{failure}</FormError>}
      {mode === 'signUp' && <NameField form={form} name={name} />}
      <EmailField form={form} readOnly={linkEmail !== undefined} />
      <PasswordField form={form} mode={mode} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={t('Remember me')} {...form.register('rememberMe')} />
        {mode === 'signIn' && <ForgotPassword form={form} reset={reset} onFailure={setFailure} />}
      </div>
      {mode === 'signIn' && reset.sentTo !== null && <ResetMailSent email={reset.sentTo} />}
      <Button type="submit" variant="primary" wide busy={form.formState.isSubmitting}>
        {text.submit}
      </Button>
      {mode === 'signUp' && <p className="-mt-1 text-center text-small text-ink-3">{props.consent}</p>}
      <GoogleSection
        provider={provider}
        failureCode={props.failureCode}
        resolveInviteCode={props.resolveInviteCode}
        formAttempts={form.formState.submitCount}
        rememberMe={() => form.getValues('rememberMe') ?? false}
        onAttempt={(proof) => {
          setFailure(null)
          return props.onAttempt('google', proof)
        }}
      />
      {hasSignUp && (
        <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-ink-2">
          <span>{text.question}</span>
          <Button variant="link" onClick={changeMode}>
            {text.other}
          </Button>
        </p>
      )}
    </form>
  )
}

/** Never the password. */
const draftSchema = z.object({ name: z.string(), email: z.string() })
const draftName = 'auth-form'

function useTypedDraft({ control }: AuthFields): void {
  const [name, email] = useWatch({ control, name: ['name', 'email'] })
  useWrittenDraft(draftName, name === '' && email === '' ? null : { name, email })
}

const loadGoogleSignInButton = async () => (await import('./google-sign-in-button.tsx')).GoogleSignInButton

/** Renders nothing without Google sign-in; reserves its space while loading. */
function GoogleSection(props: GoogleSignInButtonProps) {
  const [{ google }] = useState(readProviderSettings)
  const [GoogleButton, load] = useLazyImport(loadGoogleSignInButton)
  useEffect(() => {
    if (google) load()
  }, [google, load])
  if (!google) return null
  return (
    <>
      <p className="flex items-center gap-4 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {GoogleButton ? <GoogleButton {...props} /> : <div className="h-11" />}
    </>
  )
}

function useSubmit(form: AuthFields, { provider, mode, onAttempt }: AuthFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = useSubmitGuard(async ({ name, ...values }: AuthValues) => {
    setFailure(null)
    try {
      const proof =
        mode === 'signUp'
          ? provider.signUp({ name, ...values, acceptedTerms: pageCommunity().termsVersion })
          : provider.signIn(values)
      await onAttempt(mode, proof)
    } catch (error) {
      const issues = authIssues(error)
      const isFieldError = errorBodyOf(error)?.code !== 'invalid' && issues.length > 0
      setFailure(isFieldError ? null : authErrorMessage(error))
      for (const [index, { path, message }] of issues.entries()) {
        if (path === 'name' || path === 'email' || path === 'password')
          form.setError(path, { message }, { shouldFocus: index === 0 })
      }
    }
  })
  return { submit: form.handleSubmit(attempt), failure, setFailure }
}

interface ForgotPasswordProps {
  form: AuthFields
  reset: ResetRequest
  onFailure: (message: string | null) => void
}

/** Uses the address from the form; its errors appear next to that field. */
function ForgotPassword({ form, reset, onFailure }: ForgotPasswordProps) {
  const email = useWatch({ control: form.control, name: 'email' })
  const requestReset = async () => {
    form.clearErrors()
    onFailure(null)
    const failure = await reset.send(email)
    if (failure?.isAboutEmail) form.setError('email', { message: failure.message }, { shouldFocus: true })
    else onFailure(failure?.message ?? null)
  }
  return (
    <MailButton
      variant="link"
      busy={reset.isSending}
      secondsLeft={reset.secondsLeftFor(email)}
      onPress={() => void requestReset()}
    >
      {t('Forgot password?')}
    </MailButton>
  )
}

function NameField({ form, name }: { form: AuthFields; name: UseFormRegisterReturn }) {
  return (
    <Field label={t('Full name')} error={form.formState.errors.name?.message}>
      <Input required autoComplete="name" {...name} />
    </Field>
  )
}

function EmailField({ form, readOnly }: { form: AuthFields; readOnly: boolean }) {
  return (
    <Field label={t('Email')} error={form.formState.errors.email?.message}>
      <Input
        type="email"
        required
        readOnly={readOnly}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('email')}
      />
    </Field>
  )
}

function PasswordField({ form, mode }: { form: AuthFields; mode: AuthMode }) {
  const isNew = mode === 'signUp'
  return (
    <Field
      label={t('Password')}
      error={form.formState.errors.password?.message}
      hint={isNew ? t('At least {min} characters.', { min: passwordMinChars }) : undefined}
    >
      <PasswordInput
        required
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...form.register('password')}
      />
    </Field>
  )
}
