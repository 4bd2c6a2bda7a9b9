// Signing in and signing up: one form, what was typed stays when the mode changes or the attempt fails.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef, useState } from 'react'
import { useForm, type UseFormRegisterReturn, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { emailMaxChars, nameMaxChars, passwordMaxChars, passwordMinChars } from '#shared/constants.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { identityCalls, signInSchema, signUpSchema } from '../contract.ts'
import { authErrorText, authIssues } from './auth-errors.ts'
import { PasswordInput } from './password-input.tsx'

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
  /** Called when the provider has let the person in; the form stays busy until it is done. */
  onProved: (mode: AuthMode) => Promise<void>
}

const words = {
  signIn: { submit: 'Sign In', question: 'New here?', other: 'Sign Up', otherMode: 'signUp' },
  signUp: { submit: 'Sign Up', question: 'Already have an account?', other: 'Sign In', otherMode: 'signIn' },
} as const

/** Email, password and 'Remember me'; the full name when signing up (AUTH-01). */
export function AuthForm({ mode, onModeChange, onProved }: AuthFormProps) {
  const form: AuthFields = useForm({
    defaultValues: { name: '', email: '', password: '', rememberMe: false },
    resolver: resolvers[mode],
  })
  // Registered first, shown or not: the first wrong field, from above, gets the focus.
  const name = form.register('name')
  const { submit, failure, forgetFailure } = useAttempt(form, mode, onProved)
  const { otherMode, ...text } = words[mode]
  const changeMode = () => {
    form.clearErrors()
    forgetFailure()
    onModeChange(otherMode)
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure !== null && <FormError>{failure}</FormError>}
      {mode === 'signUp' && <NameField form={form} name={name} />}
      <EmailField form={form} />
      <PasswordField form={form} mode={mode} />
      <Checkbox label="Remember me" {...form.register('rememberMe')} />
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

function useAttempt(form: AuthFields, mode: AuthMode, onProved: AuthFormProps['onProved']) {
  const [failure, setFailure] = useState<string | null>(null)
  // A second press or Enter before React has drawn the busy button must not ask twice.
  const isUnderWay = useRef(false)
  const attempt = async (values: AuthValues) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(null)
    try {
      await prove(mode, values)
      await onProved(mode)
    } catch (error) {
      setFailure(authErrorText(error))
      for (const { path, message } of authIssues(error)) {
        if (path === 'name' || path === 'email' || path === 'password') form.setError(path, { message })
      }
    } finally {
      isUnderWay.current = false
    }
  }
  return { submit: form.handleSubmit(attempt), failure, forgetFailure: () => setFailure(null) }
}

async function prove(mode: AuthMode, { name, email, password, rememberMe }: AuthValues): Promise<void> {
  if (mode === 'signUp') {
    await call(identityCalls.signUpWithEmail, { body: { name, email, password, rememberMe } })
  } else {
    await call(identityCalls.signInWithEmail, { body: { email, password, rememberMe } })
  }
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
