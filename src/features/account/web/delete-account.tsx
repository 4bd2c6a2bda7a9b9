// Delete account dialog: what is deleted, what is kept, confirmation, and reauthentication if required.
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { errorMessageOf, isReauthRequired } from '#web/error-message.ts'
import { CheckboxField, useFieldError } from '#web/forms/fields.tsx'
import { useSentForm } from '#web/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { accountCalls } from '../contract.ts'

/** How members whose sign-in isn't recent prove who they are: by a password, or by signing in again. */
export type DeletionProof =
  | { renderPasswordField: (props: PasswordFieldProps) => ReactNode }
  | { onSignOut: () => void }

type PasswordFieldProps = UseFormRegisterReturn & { error: string | undefined }

interface DeleteAccountProps {
  proof: DeletionProof
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => Promise<void>
}

export function DeleteAccount({ proof, open, onOpenChange, onDeleted }: DeleteAccountProps) {
  const formId = useId()
  const [needsPassword, setNeedsPassword] = useState(false)
  const { form, onSubmit, isSaving, failure, setFailure } = useDeletionForm({
    needsPassword,
    onReauthRequired: () => setNeedsPassword(true),
    onDeleted,
  })
  const close = () => {
    if (isSaving) return
    form.reset()
    setFailure(null)
    setNeedsPassword(false)
    onOpenChange(false)
  }
  const mustSignInAgain = needsPassword && 'onSignOut' in proof
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('Delete my account?')}
      description={t('This can’t be undone.')}
      footer={
        <>
          <Button disabled={isSaving} onClick={close}>
            {t('Keep my account')}
          </Button>
          {!mustSignInAgain && (
            <Button type="submit" form={formId} variant="danger" busy={isSaving}>
              {t('Delete my account')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" {...{ onSubmit }}>
        <DeletionConsequences />
        <CheckboxField
          form={form}
          name="isConfirmed"
          label={t('I understand that none of it can be restored.')}
        />
        {needsPassword && 'renderPasswordField' in proof && (
          <PasswordPrompt form={form} render={proof.renderPasswordField} />
        )}
        {mustSignInAgain && <SignInAgain onSignOut={proof.onSignOut} />}
        {failure && <FormError>{failure.message}</FormError>}
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
  form: UseFormReturn<DeletionValues>
  render: (props: PasswordFieldProps) => ReactNode
}

function PasswordPrompt({ form, render }: PasswordPromptProps) {
  const { setFocus, register } = form
  const error = useFieldError(form, 'password')
  // Focused on mount: the field appears after a click, and the member types into it next.
  useEffect(() => setFocus('password'), [setFocus])
  return render({ ...register('password'), error })
}

/** Firebase's code runs only on /auth, a separate document, so the member must sign in again there. */
function SignInAgain({ onSignOut }: { onSignOut: () => void }) {
  return (
    <InlineBanner action={<Button onClick={onSignOut}>{t('Sign out now')}</Button>}>
      {t(
        'You signed in a while ago. To confirm that it’s you, sign out, sign in again, and delete your account within five minutes.',
      )}
    </InlineBanner>
  )
}

const notSaved = t('Your account was not deleted. Please try again.')
const emptyValues = { isConfirmed: false, password: '' }
type DeletionValues = typeof emptyValues

interface DeletionFormOptions {
  needsPassword: boolean
  /** Called when the server asks for the password. */
  onReauthRequired: () => void
  onDeleted: () => Promise<void>
}

function useDeletionForm({ needsPassword, onReauthRequired, onDeleted }: DeletionFormOptions) {
  const { mutateAsync } = useCallMutation(accountCalls.deleteAccount)
  return useSentForm<DeletionValues>({
    values: emptyValues,
    check: ({ isConfirmed, password }) => [
      ...(isConfirmed ? [] : [{ path: 'isConfirmed', message: t('Please check this box first.') }]),
      ...(needsPassword && password === ''
        ? [{ path: 'password', message: t('Please enter your password.') }]
        : []),
    ],
    send: async ({ password }) => {
      await mutateAsync({ body: password === '' ? {} : { password } })
      await onDeleted()
    },
    notSaved,
    messageOf: (error) => {
      if (isReauthRequired(error)) return null
      return isCallError(error) && error.errorBody?.code === 'last_admin'
        ? t('You are the last administrator. Please give another member the role first.')
        : errorMessageOf(error, notSaved)
    },
    onFailure: (error) => {
      if (isReauthRequired(error)) onReauthRequired()
    },
  })
}
