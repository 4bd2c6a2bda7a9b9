// Profile form: picture, display name, email; the first save completes it (PROF-04, PROF-13 to PROF-15).
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Account } from '#features/auth/contract.ts'
import { emailChangeIntent, isSameEmail } from '#features/auth/rules.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { messages } from '#web/messages.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { validationIssuesOf } from '#web/error-message.ts'
import { profileCalls } from '../../contract.ts'
import { PicturePicker } from './picture-picker.tsx'
import {
  toProfileValues,
  useProfileFields,
  type ProfileFormFields,
  type ProfileValues,
} from '../hooks/use-profile-fields.ts'
import { parseDataUrl } from '../../rules.ts'
import { t } from '#shared/t.ts'

interface ProfileFormProps {
  account: Account
  /** The uid of the signed-in identity, sent as `firebaseUid` with any provider. */
  uid: string
  /** The address that signs in; the profile may have another one, from an administrator (USR-25). */
  signInEmail: string
  /** The email address comes from the sign-in provider and can't be changed here. */
  isEmailFixed?: boolean
  /** A note about an unconfirmed email address (PROF-17). */
  emailHint?: ReactNode
  /** Renders the password field that a new email address needs when the sign-in isn't recent (PROF-27). */
  passwordField?: (field: UseFormRegisterReturn & { error: string | undefined }) => ReactNode
  /** Called with the saved user after the whole profile was saved. */
  onSaved: (account: Account) => void
}

/** Typed values survive a failed save. */
export function ProfileForm(props: ProfileFormProps) {
  const { account, uid, signInEmail, isEmailFixed = false, emailHint, passwordField, onSaved } = props
  const isSetup = !account.profileCompleted
  const { form, name, email, picture, isChanged, undo } = useProfileFields(account, uid, isEmailFixed)
  const isNewEmail = emailChangeIntent(account, email) === 'request'
  const { submit, isSaving, needsPassword } = useProfileSave(form, {
    isSetup,
    isNewEmail,
    valuesOf: (saved) => toProfileValues(saved, uid, isEmailFixed),
    onSaved,
    // During setup, saving only the picture must not leave the page.
    onPictureSaved: (saved) => !isSetup && onSaved(saved),
  })
  const { errors } = form.formState
  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      <PicturePicker
        member={{ id: account.id, name }}
        value={picture}
        error={errors.profilePicture?.message}
        preselect={isSetup}
        onChange={(url) => form.setValue('profilePicture', url, { shouldValidate: true })}
      />
      <Field label={t('Display name')} error={errors.name?.message}>
        <Input required autoComplete="nickname" {...form.register('name')} />
      </Field>
      <div className="grid gap-3">
        <Field
          label={t('Email')}
          hint={emailFieldHint(account, signInEmail, isEmailFixed)}
          error={errors.email?.message}
        >
          <Input
            type="email"
            required
            readOnly={isEmailFixed}
            className={isEmailFixed ? 'bg-sunken! text-ink-2!' : undefined}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        {needsPassword &&
          passwordField?.({ ...form.register('proof.password'), error: errors.proof?.password?.message })}
        {emailHint}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          {isSetup ? t('Enter the room') : t('Save profile')}
        </Button>
        {isChanged && !isSetup && (
          <>
            <Button variant="subtle" onClick={undo}>
              {t('Undo changes')}
            </Button>
            <span className="text-small text-ink-3 max-sm:sr-only">{t('Not saved yet')}</span>
          </>
        )}
      </div>
    </form>
  )
}

function emailFieldHint({ email }: Account, signInEmail: string, isEmailFixed: boolean): string {
  if (!isSameEmail(email, signInEmail))
    return t('For your profile. You sign in with {email}. Other members never see it.', {
      email: readableEmail(signInEmail),
    })
  return isEmailFixed
    ? t('The address you sign in with; it can’t be changed here. Other members never see it.')
    : t('The address you sign in with. Other members never see it.')
}

interface ProfileSaveOptions {
  isSetup: boolean
  /** Whether the form requests a different email address. */
  isNewEmail: boolean
  valuesOf: (saved: Account) => ProfileValues
  onSaved: ProfileFormProps['onSaved']
  /** Called with the user when only the picture was saved. */
  onPictureSaved: ProfileFormProps['onSaved']
}

function useProfileSave(
  form: ProfileFormFields,
  { isSetup, isNewEmail, valuesOf, onSaved, onPictureSaved }: ProfileSaveOptions,
) {
  const save = useCallMutation(profileCalls.saveProfile)
  const { uploadCropped, isUploading } = useCroppedUpload(form)
  const [isProofRequired, setProofRequired] = useState(false)
  const needsPassword = isProofRequired && isNewEmail
  const { setFocus } = form
  // Focused on mount: the field appears after a submit, and the member types into it next.
  useEffect(() => {
    if (needsPassword) setFocus('proof.password')
  }, [needsPassword, setFocus])
  const saveValues = useSubmitGuard(async ({ proof, ...profile }: ProfileValues) => {
    if (needsPassword && !proof?.password) {
      form.setError('proof.password', { message: t('Please enter your password.') }, { shouldFocus: true })
      return
    }
    const submitted = structuredClone(form.getValues())
    let accountWithPicture: Account | null = null
    try {
      accountWithPicture = await uploadCropped(profile.profilePicture)
      const profilePicture = accountWithPicture?.profilePicture ?? profile.profilePicture
      const body = { ...profile, profilePicture, ...(needsPassword ? { proof } : {}) }
      const account = await save.mutateAsync({ body })
      setProofRequired(false)
      // The save that completes a profile leads into the room, whose welcome confirms it.
      if (!isSetup || !account.profileCompleted) toast(messages.profileUpdated)
      // Don't overwrite edits that the member made during the save.
      const submittedJson = JSON.stringify({ ...submitted, profilePicture })
      if (JSON.stringify(form.getValues()) === submittedJson) form.reset(valuesOf(account))
      onSaved(account)
    } catch (error) {
      if (accountWithPicture) onPictureSaved(accountWithPicture)
      if (!isCallError(error) || error.errorBody?.code !== 'reauth_required')
        return showSaveError(form, error)
      logFailure('The profile was not saved.', error)
      setProofRequired(true)
      const message = validationIssuesOf(error).find(({ path }) => path === 'password')?.message
      if (message) form.setError('proof.password', { message }, { shouldFocus: true })
    }
  })
  const onInvalid = () => {
    toast({ ...messages.validationError, variant: 'destructive' })
  }
  return {
    submit: form.handleSubmit(saveValues, onInvalid),
    isSaving: save.isPending || isUploading,
    needsPassword,
  }
}

/** Uploads a newly cropped picture and puts its URL into the form; returns null for any other picture. */
function useCroppedUpload({ getValues, setValue }: ProfileFormFields) {
  const upload = useCallMutation(profileCalls.savePicture)
  const uploadCropped = async (pictureUrl: string): Promise<Account | null> => {
    const file = dataUrlToBlob(pictureUrl)
    if (!file) return null
    const account = await upload.mutateAsync({ body: file })
    // The member may have chosen another picture meanwhile.
    if (getValues('profilePicture') === pictureUrl) setValue('profilePicture', account.profilePicture ?? '')
    return account
  }
  return { uploadCropped, isUploading: upload.isPending }
}

/** Shows the server's message in a toast and field errors beside their fields. */
function showSaveError(form: ProfileFormFields, error: unknown): void {
  logFailure('The profile was not saved.', error)
  const { title, description } = messages.profileUpdateFailed
  const errorBody = isCallError(error) ? error.errorBody : null
  toast({ title, description: errorBody?.message || description, variant: 'destructive' })
  for (const [index, { path, message }] of (errorBody?.issues ?? []).entries()) {
    if (path === 'name' || path === 'email' || path === 'profilePicture')
      form.setError(path, { message }, { shouldFocus: index === 0 })
  }
}

/** The file of a cropped picture; null for the URL of a stored one. */
function dataUrlToBlob(address: string): Blob | null {
  const parts = parseDataUrl(address)
  return parts && new Blob([Uint8Array.from(atob(parts.base64), (char) => char.charCodeAt(0))], parts)
}
