// Delete account dialog: what is deleted, what is kept, confirmation, and reauthentication if required.
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { accountCalls } from '../contract.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { t } from '#shared/t.ts'

/** How members whose sign-in isn't recent prove who they are: by a password, or by signing in again. */
export type DeletionProof =
  | { renderPasswordField: (props: PasswordFieldProps) => ReactNode }
  | { onSignOut: () => void }

interface PasswordFieldProps {
  ref: RefObject<HTMLInputElement | null>
  error: string | undefined
}

interface DeleteAccountProps {
  proof: DeletionProof
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => Promise<void>
}

export function DeleteAccount({ proof, open, onOpenChange, onDeleted }: DeleteAccountProps) {
  const formId = useId()
  const password = useRef<HTMLInputElement>(null)
  const { state, isDeleting, deleteAccount, reset } = useAccountDeletion(onDeleted, password)
  const [isConfirmed, setConfirmed] = useState(false)
  const [isConfirmationMissing, setConfirmationMissing] = useState(false)
  const close = () => {
    if (isDeleting) return
    reset()
    setConfirmed(false)
    setConfirmationMissing(false)
    onOpenChange(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setConfirmationMissing(!isConfirmed)
    if (isConfirmed) void deleteAccount()
  }
  const mustSignInAgain = state.isReauthRequired && 'onSignOut' in proof
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('Delete my account?')}
      description={t('This can’t be undone.')}
      footer={
        <>
          <Button disabled={isDeleting} onClick={close}>
            {t('Keep my account')}
          </Button>
          {!mustSignInAgain && (
            <Button type="submit" form={formId} variant="danger" busy={isDeleting}>
              {t('Delete my account')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <DeletionConsequences />
        <Checkbox
          label={t('I understand that none of it can be restored.')}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
          {...(isConfirmationMissing && !isConfirmed ? { error: t('Please check this box first.') } : {})}
        />
        {state.isReauthRequired && 'renderPasswordField' in proof && (
          <PasswordPrompt render={proof.renderPasswordField} field={password} error={state.passwordError} />
        )}
        {mustSignInAgain && <SignInAgain onSignOut={proof.onSignOut} />}
        {state.formError !== null && <FormError>{state.formError}</FormError>}
      </form>
    </Dialog>
  )
}

function DeletionConsequences() {
  return (
    <div className="grid gap-4 rounded-panel bg-sunken px-5 py-4 text-small">
      <BulletList title={t('What is deleted right away')}>
        <li>{t('Your diary, your sittings and your picture')}</li>
        <li>{t('Your chat messages and your likes')}</li>
        <li>{t('Your name, your email address, and every sign-in')}</li>
      </BulletList>
      <BulletList title={t('What remains')}>
        <li>{t('A number without a name, so that your friends keep the points they earned through you')}</li>
      </BulletList>
    </div>
  )
}

function BulletList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-strong">{title}</h3>
      <ul className="grid list-disc gap-0.5 ps-5 text-ink-2">{children}</ul>
    </div>
  )
}

interface PasswordPromptProps {
  render: (props: PasswordFieldProps) => ReactNode
  field: RefObject<HTMLInputElement | null>
  error: string | null
}

function PasswordPrompt({ render, field, error }: PasswordPromptProps) {
  // Focused on mount: the field appears after a click, and the member types into it next.
  useEffect(() => field.current?.focus(), [field])
  return render({ ref: field, error: error ?? undefined })
}

/** Firebase's code runs only on /auth, a separate document, so the member must sign in again there. */
function SignInAgain({ onSignOut }: { onSignOut: () => void }) {
  return (
    <InlineNotice action={<Button onClick={onSignOut}>{t('Sign out now')}</Button>}>
      {t(
        'You signed in a while ago. To confirm that it’s you, sign out, sign in again, and delete your account within five minutes.',
      )}
    </InlineNotice>
  )
}

interface DeletionState {
  /** Whether the server requires reauthentication. */
  isReauthRequired: boolean
  /** Shown beside the password field. */
  passwordError: string | null
  /** Shown above the buttons. */
  formError: string | null
}

const initialDeletionState: DeletionState = { isReauthRequired: false, passwordError: null, formError: null }

function useAccountDeletion(onDeleted: () => Promise<void>, password: RefObject<HTMLInputElement | null>) {
  const deletion = useCallMutation(accountCalls.deleteAccount)
  const [state, setState] = useState(initialDeletionState)
  const deleteAccount = useSubmitGuard(async () => {
    const typed = password.current?.value ?? ''
    if (state.isReauthRequired && typed === '') {
      setState({ ...state, formError: null, passwordError: t('Please enter your password.') })
      password.current?.focus()
      return
    }
    try {
      await deletion.mutateAsync({ body: typed === '' ? {} : { password: typed } })
    } catch (error) {
      logFailure('The account was not deleted.', error)
      const isReauthError = isCallError(error) && error.errorBody?.code === 'reauth_required'
      setState((previous) => stateAfterError(error, previous.isReauthRequired || isReauthError))
      if (isReauthError) password.current?.focus()
      return
    }
    await onDeleted()
  })
  return {
    state,
    isDeleting: deletion.isPending,
    deleteAccount,
    reset: () => setState(initialDeletionState),
  }
}

function stateAfterError(error: unknown, isReauthRequired: boolean): DeletionState {
  if (isCallError(error) && error.errorBody?.code === 'reauth_required') {
    const issue = validationIssuesOf(error).find(({ path }) => path === 'password')
    return { isReauthRequired, passwordError: issue?.message ?? null, formError: null }
  }
  const failure =
    isCallError(error) && error.errorBody?.code === 'last_admin'
      ? t('You are the last administrator. Please give another member the role first.')
      : errorMessageOf(error, t('Your account was not deleted. Please try again.'))
  return { isReauthRequired, passwordError: null, formError: failure }
}
