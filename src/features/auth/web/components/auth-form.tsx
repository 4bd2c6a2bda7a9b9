// Auth form: sign-in and sign-up in one form, which keeps its values across mode changes and failures.
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordMinChars } from '#shared/constants.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { pageCommunity } from '#web/community.ts'
import { TextField, useFieldError } from '#web/forms/fields.tsx'
import { useSentForm, type FormFailure } from '#web/forms/use-sent-form.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { signInSchema } from '../../contract.ts'
import { authErrorMessage, authIssues, errorBodyOf } from '../data/auth-errors.ts'
import { readProviderSettings, type SignInProvider } from '../data/provider.ts'
import { loadSignUpContract } from '../data/sign-in-provider.ts'
import { useResetRequest, type ResetRequest } from '../hooks/use-reset-request.ts'
import type { GoogleSignInButtonProps } from './google-sign-in-button.tsx'
import { MailButton, ResetMailSent } from './mail-button.tsx'
import { PasswordInput } from './password-input.tsx'

export type AuthMode = 'signIn' | 'signUp'

const emptyValues = { name: '', email: '', password: '', rememberMe: false }
type AuthValues = Omit<typeof emptyValues, 'rememberMe'> & { rememberMe?: boolean | undefined }

/** The contract's. Sign-in keeps the name, and doesn't check it. */
async function schemaOf(mode: AuthMode): Promise<z.ZodMiniType<AuthValues> | null> {
  if (mode === 'signIn') return signInValuesSchema
  // Without the contract the values go on unchecked: the sign-up then reports why it couldn't be loaded.
  return loadSignUpContract().then(
    ({ signUpSchema }) => signUpSchema,
    () => null,
  )
}
const signInValuesSchema = z.extend(signInSchema, { name: z.string() })

interface AuthFormProps extends Pick<GoogleSignInButtonProps, 'failureCode' | 'resolveJoinCode'> {
  provider: SignInProvider
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The address of the link that was followed, which alone may sign up by it. */
  linkEmail?: string
  /** The name that a personal invite proposes: it fills in an empty one. */
  proposedName?: string | null
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
  const { provider, mode, onModeChange, linkEmail, proposedName, hasSignUp = true } = props
  const { form, onSubmit, isSaving, failure, setFailure } = useAuthForm(props)
  // Registered first, even if hidden: focus moves to the first invalid field in visual order.
  form.register('name')
  const reset = useResetRequest(provider)
  useEffect(() => {
    if (mode === 'signUp') void loadSignUpContract().catch(() => undefined)
  }, [mode])
  useEffect(() => {
    if (proposedName && !form.getValues('name')) form.setValue('name', proposedName)
  }, [form, proposedName])
  const { otherMode, ...text } = modeLabels[mode]
  const changeMode = ({ detail }: MouseEvent) => {
    form.clearErrors()
    setFailure(null)
    onModeChange(otherMode)
    // By keyboard to the first field, which is new above.
    if (detail === 0) requestAnimationFrame(() => form.setFocus(otherMode === 'signUp' ? 'name' : 'email'))
  }
  return (
    <form noValidate className="grid gap-5" {...{ onSubmit }}>
      {failure && <FormError>{failure.message}</FormError>}
      {mode === 'signUp' && (
        <TextField form={form} name="name" label={t('Full name')} required autoComplete="name" />
      )}
      <EmailField form={form} readOnly={linkEmail !== undefined} />
      <PasswordField form={form} mode={mode} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={t('Remember me')} {...form.register('rememberMe')} />
        {mode === 'signIn' && <ForgotPassword form={form} reset={reset} onFailure={setFailure} />}
      </div>
      {mode === 'signIn' && reset.sentTo !== null && <ResetMailSent email={reset.sentTo} />}
      <Button type="submit" variant="primary" wide busy={isSaving}>
        {text.submit}
      </Button>
      {mode === 'signUp' && <p className="-mt-1 text-center text-small text-ink-3">{props.consent}</p>}
      <GoogleSection
        provider={provider}
        failureCode={props.failureCode}
        resolveJoinCode={props.resolveJoinCode}
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

/** Never the password. The address of a link isn't typed. */
const draftSchema = z.object({ name: z.string(), email: z.string() })
const linkDraftSchema = z.object({ name: z.string() })

function useAuthForm({ provider, mode, linkEmail, onAttempt }: AuthFormProps) {
  const sent = useSentForm<AuthValues>({
    values: { ...emptyValues, email: linkEmail ?? '' },
    draft: { name: 'auth-form', schema: linkEmail === undefined ? draftSchema : linkDraftSchema },
    check: async (values) => {
      const schema = await schemaOf(mode)
      return schema ? issuesOfSchema(schema, values) : []
    },
    send: async (values) => {
      const schema = await schemaOf(mode)
      const { name, ...credentials } = schema ? z.parse(schema, values) : values
      const proof =
        mode === 'signUp'
          ? provider.signUp({ name, ...credentials, acceptedTerms: pageCommunity().termsVersion })
          : provider.signIn(credentials)
      await onAttempt(mode, proof)
    },
    notSaved: messages.authUnknown,
    issuesOf: (error) => authIssues(error).filter(({ path }) => path !== codeField),
    messageOf: (error) =>
      authIssues(error).some(({ path }) => path === codeField) ? null : authErrorMessage(error),
    onFailure: (error) => {
      // Said besides what is beside the fields.
      if (errorBodyOf(error)?.code === 'invalid')
        sent.setFailure({ message: authErrorMessage(error), isStale: false })
    },
  })
  return sent
}

/** It is outside of this form, and shows its own errors. */
const codeField = 'inviteCode'

const GoogleSignInButton = lazyPart(
  async () => (await import('./google-sign-in-button.tsx')).GoogleSignInButton,
  () => <div className="h-11" />,
)

/** Renders nothing without Google sign-in; reserves its space while loading. */
function GoogleSection(props: GoogleSignInButtonProps) {
  const [{ google }] = useState(readProviderSettings)
  if (!google) return null
  return (
    <>
      <p className="flex items-center gap-4 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <GoogleSignInButton {...props} />
    </>
  )
}

interface ForgotPasswordProps {
  form: UseFormReturn<AuthValues>
  reset: ResetRequest
  onFailure: (failure: FormFailure | null) => void
}

/** The type of the errors that a request for the mail leaves, until the address changes. */
const ofReset = 'reset'

/** Uses the address from the form; its errors appear next to that field. */
function ForgotPassword({ form, reset, onFailure }: ForgotPasswordProps) {
  const email = useWatch({ control: form.control, name: 'email' })
  // The form checks a field anew only after it was sent.
  useEffect(() => {
    if (form.getFieldState('email').error?.type === ofReset) form.clearErrors('email')
  }, [email, form])
  const requestReset = async () => {
    form.clearErrors()
    onFailure(null)
    const failure = await reset.send(email)
    if (failure?.isAboutEmail)
      form.setError('email', { type: ofReset, message: failure.message }, { shouldFocus: true })
    else onFailure(failure && { message: failure.message, isStale: false })
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

function EmailField({ form, readOnly }: { form: UseFormReturn<AuthValues>; readOnly: boolean }) {
  return (
    <TextField
      form={form}
      name="email"
      label={t('Email')}
      type="email"
      required
      readOnly={readOnly}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function PasswordField({ form, mode }: { form: UseFormReturn<AuthValues>; mode: AuthMode }) {
  const isNew = mode === 'signUp'
  return (
    <Field
      label={t('Password')}
      error={useFieldError(form, 'password')}
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
