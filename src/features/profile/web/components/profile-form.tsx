// Profile form: picture, display name, email; the first save completes it (PROF-04, PROF-13 to PROF-15).
import { type ReactNode, useEffect, useState } from 'react'
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Account } from '#features/auth/contract.ts'
import { emailChangeIntent, isSameEmail } from '#features/auth/rules.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { errorMessageOf, isReauthRequired, validationIssuesOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useSentForm } from '#web/forms/use-sent-form.ts'
import { messages } from '#web/i18n/messages.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { profileCalls, profileSchema } from '../../contract.ts'
import { parseDataUrl } from '../../rules.ts'
import { toProfileValues, useProfileFields, type ProfileValues } from '../hooks/use-profile-fields.ts'
import { PicturePicker } from './picture-picker.tsx'

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
  const valuesOf = (saved: Account) => toProfileValues(saved, uid, isEmailFixed)
  const { form, onSubmit, isSaving, needsPassword } = useProfileForm(account, {
    valuesOf,
    onSaved,
    // During setup, saving only the picture must not leave the page.
    onPictureSaved: (saved) => !isSetup && onSaved(saved),
  })
  const { name, picture, isChanged, undo } = useProfileFields(form, valuesOf(account), isEmailFixed)
  const { errors } = form.formState
  return (
    <form noValidate className="grid gap-6" {...{ onSubmit }}>
      <PicturePicker
        member={{ id: account.id, name }}
        value={picture}
        error={errors.profilePicture?.message}
        preselect={isSetup}
        onChange={(url) => form.setValue('profilePicture', url, { shouldValidate: true })}
      />
      <TextField form={form} name="name" label={t('Display name')} required autoComplete="nickname" />
      <div className="grid gap-3">
        <TextField
          form={form}
          name="email"
          label={t('Email')}
          hint={emailFieldHint(account, signInEmail, isEmailFixed)}
          type="email"
          required
          readOnly={isEmailFixed}
          className={isEmailFixed ? 'bg-sunken! text-ink-2!' : undefined}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        {needsPassword &&
          passwordField?.({ ...form.register('proof.password'), error: errors.proof?.password?.message })}
        {emailHint}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          {isSetup ? t('Keep it and come in') : t('Save profile')}
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

interface ProfileFormOptions {
  valuesOf: (saved: Account) => ProfileValues
  onSaved: ProfileFormProps['onSaved']
  /** Called with the user when only the picture was saved. */
  onPictureSaved: ProfileFormProps['onSaved']
}

function useProfileForm(account: Account, { valuesOf, onSaved, onPictureSaved }: ProfileFormOptions) {
  const { mutateAsync: save } = useCallMutation(profileCalls.saveProfile)
  const { mutateAsync: upload } = useCallMutation(profileCalls.savePicture)
  const [isProofRequired, setProofRequired] = useState(false)
  // Another address may need the password; it is in the form from then on.
  const needsPasswordFor = (email: string) =>
    isProofRequired && emailChangeIntent(account, email) === 'request'
  const sent = useSentForm<ProfileValues>({
    values: valuesOf(account),
    check: (values) => [
      ...issuesOfSchema(profileSchema, values),
      ...(needsPasswordFor(values.email) && !values.proof?.password
        ? [{ path: 'proof.password', message: t('Please enter your password.') }]
        : []),
    ],
    send: async (values) => {
      const { proof, ...profile } = z.parse(profileSchema, values)
      const { form } = sent
      const submitted = structuredClone(form.getValues())
      const { profilePicture: picture } = profile
      const file = dataUrlToBlob(picture)
      const withPicture = file && (await upload({ body: file }))
      const profilePicture = withPicture?.profilePicture ?? picture
      // The member may have chosen another picture meanwhile.
      if (form.getValues('profilePicture') === picture) form.setValue('profilePicture', profilePicture)
      const body = { ...profile, profilePicture, ...(needsPasswordFor(profile.email) ? { proof } : {}) }
      const saved = await save({ body }).catch((error: unknown) => {
        if (withPicture) onPictureSaved(withPicture)
        throw error
      })
      setProofRequired(false)
      // The save that completes a profile leads into the room, whose welcome confirms it.
      if (account.profileCompleted || !saved.profileCompleted) toast(messages.profileUpdated)
      // Don't overwrite edits that the member made during the save.
      const submittedText = JSON.stringify({ ...submitted, profilePicture })
      if (JSON.stringify(form.getValues()) === submittedText) form.reset(valuesOf(saved))
      onSaved(saved)
    },
    notSaved: messages.profileUpdateFailed.description,
    issuesOf: (error) =>
      isReauthRequired(error)
        ? validationIssuesOf(error).map(({ message }) => ({ path: 'proof.password', message }))
        : validationIssuesOf(error),
    // A toast says it.
    messageOf: () => null,
    onFailure: (error) => {
      if (isReauthRequired(error)) return setProofRequired(true)
      const { title, description } = messages.profileUpdateFailed
      toast({ title, description: errorMessageOf(error, description), variant: 'destructive' })
    },
    onInvalid: () => toast({ ...messages.validationError, variant: 'destructive' }),
  })
  const email = useWatch({ control: sent.form.control, name: 'email' })
  const needsPassword = needsPasswordFor(email)
  const { setFocus } = sent.form
  // Focused on mount: the field appears after a submit, and the member types into it next.
  useEffect(() => {
    if (needsPassword) setFocus('proof.password')
  }, [needsPassword, setFocus])
  return { ...sent, needsPassword }
}

/** The file of a cropped picture; null for the URL of a stored one. */
function dataUrlToBlob(address: string): Blob | null {
  const parts = parseDataUrl(address)
  return parts && new Blob([Uint8Array.from(atob(parts.base64), (char) => char.charCodeAt(0))], parts)
}
