// Signing in and signing up: one form, what was typed stays when the mode changes or the attempt fails.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailMaxChars, nameMaxChars, passwordMaxChars, passwordMinChars } from '#shared/constants.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useOneAtATime } from '#web/use-one-at-a-time.ts'
import { identityCalls, signInSchema, signUpSchema } from '../contract.ts'
import { authErrorText, authIssues } from './auth-errors.ts'
import { MailButton } from './mail-button.tsx'
import { PasswordInput } from './password-input.tsx'
import { ResetSent } from './reset-sent.tsx'
import { useResetRequest, type ResetRequest } from './use-reset-request.ts'

export type AuthMode = 'signIn' | 'signUp'

type AuthValues = z.output<typeof signUpSchema>
type AuthFields = UseFormReturn<z.input<typeof signUpSchema>, unknown, AuthValues>

/** The contract's own schemas; the name, kept while signing in, is left unchecked there. */
const resolvers = {
  signIn: standardSchemaResolver(z.extend(signInSchema, { name: z.string() })),
  signUp: standardSchemaResolver(signUpSchema),
}

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /**
   * Called when the provider is asked: `proof` is the uid of whom it lets in, or fails. The form stays busy until all is
   * done, and says what failed.
   */
  onAttempt: (mode: AuthMode, proof: Promise<string>) => Promise<void>
}

const words = {
  signIn: { submit: 'Sign In', question: 'New here?', other: 'Sign Up', otherMode: 'signUp' },
  signUp: { submit: 'Sign Up', question: 'Already have an account?', other: 'Sign In', otherMode: 'signIn' },
} as const

/** Email, password and 'Remember me'; the full name when signing up, 'Forgot password?' when signing in (AUTH-01). */
export function AuthForm({ mode, onModeChange, onAttempt }: AuthFormProps) {
  const form: AuthFields = useForm({
    defaultValues: { name: '', email: '', password: '', rememberMe: false },
    resolver: resolvers[mode],
  })
  // Registered first, shown or not: the first wrong field, from above, gets the focus.
  const name = form.register('name')
  const { submit, failure, setFailure } = useAttempt(form, mode, onAttempt)
  const reset = useResetRequest()
  const { otherMode, ...text } = words[mode]
  const changeMode = () => {
    form.clearErrors()
    setFailure(null)
    onModeChange(otherMode)
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure !== null && <FormError>{failure}</FormError>}
      {mode === 'signUp' && <NameField form={form} name={name} />}
      <EmailField form={form} />
      <PasswordField form={form} mode={mode} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" {...form.register('rememberMe')} />
        {mode === 'signIn' && <ForgotPassword form={form} reset={reset} onFailure={setFailure} />}
      </div>
      {mode === 'signIn' && reset.sentTo !== null && <ResetSent email={reset.sentTo} />}
      <Button type="submit" variant="primary" wide busy={form.formState.isSubmitting}>
        {text.submit}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-ink-2">
        {text.question}
        <Button variant="quiet" className="-mx-1.5 text-ink!" onClick={changeMode}>
          {text.other}
        </Button>
      </p>
    </form>
  )
}

function useAttempt(form: AuthFields, mode: AuthMode, onAttempt: AuthFormProps['onAttempt']) {
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = useOneAtATime(async (values: AuthValues) => {
    setFailure(null)
    try {
      await onAttempt(mode, prove(mode, values))
    } catch (error) {
      setFailure(authErrorText(error))
      for (const { path, message } of authIssues(error)) {
        if (path === 'name' || path === 'email' || path === 'password') form.setError(path, { message })
      }
    }
  })
  return { submit: form.handleSubmit(attempt), failure, setFailure }
}

/** Answers the uid. */
async function prove(mode: AuthMode, values: AuthValues): Promise<string> {
  const { name, email, password, rememberMe } = values
  const { user } =
    mode === 'signUp'
      ? await call(identityCalls.signUpWithEmail, { body: { name, email, password, rememberMe } })
      : await call(identityCalls.signInWithEmail, { body: { email, password, rememberMe } })
  return user.id
}

interface ForgotPasswordProps {
  form: AuthFields
  reset: ResetRequest
  onFailure: (message: string | null) => void
}

/** Takes the address from the form; what is wrong with it stands beside its field. */
function ForgotPassword({ form, reset, onFailure }: ForgotPasswordProps) {
  const email = useWatch({ control: form.control, name: 'email' })
  const ask = async () => {
    form.clearErrors()
    onFailure(null)
    const failure = await reset.send(email)
    if (failure?.isAboutEmail) form.setError('email', { message: failure.message }, { shouldFocus: true })
    else onFailure(failure?.message ?? null)
  }
  return (
    <MailButton
      variant="quiet"
      className="-mr-3 text-ink!"
      busy={reset.isSending}
      leftSeconds={reset.leftSecondsFor(email)}
      onPress={() => void ask()}
    >
      Forgot password?
    </MailButton>
  )
}

function NameField({ form, name }: { form: AuthFields; name: UseFormRegisterReturn }) {
  return (
    <Field label="Full name" error={form.formState.errors.name?.message}>
      <Input required autoComplete="name" maxLength={nameMaxChars} {...name} />
    </Field>
  )
}

function EmailField({ form }: { form: AuthFields }) {
  return (
    <Field label="Email" error={form.formState.errors.email?.message}>
      <Input
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={emailMaxChars}
        {...form.register('email')}
      />
    </Field>
  )
}

function PasswordField({ form, mode }: { form: AuthFields; mode: AuthMode }) {
  const isNew = mode === 'signUp'
  return (
    <Field
      label="Password"
      error={form.formState.errors.password?.message}
      hint={isNew ? `At least ${passwordMinChars} characters.` : undefined}
    >
      <PasswordInput
        required
        autoComplete={isNew ? 'new-password' : 'current-password'}
        maxLength={passwordMaxChars}
        {...form.register('password')}
      />
    </Field>
  )
}
