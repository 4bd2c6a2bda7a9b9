// Profile form fields: saved values as defaults, with unsaved edits restored.
import { useEffect, useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Account } from '#features/auth/contract.ts'
import { isSameEmail } from '#features/auth/rules.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { readFormDraft } from '#web/drafts.ts'
import { useWrittenDraft } from '#web/use-form-draft.ts'
import type { profileSchema } from '../../contract.ts'
import { parseDataUrl } from '../../rules.ts'

export type ProfileValues = z.input<typeof profileSchema>
export type ProfileFormFields = UseFormReturn<ProfileValues>

/** The saved field values; a pending email address takes precedence over the current one. */
export function toProfileValues(account: Account, uid: string, isEmailFixed: boolean): ProfileValues {
  return {
    name: account.name,
    email: readableEmail((!isEmailFixed && account.pendingEmail) || account.email),
    profilePicture: account.profilePicture ?? '',
    profileCompleted: true,
    firebaseUid: uid,
  }
}

/** `isEmailFixed` ignores a pending or drafted email address. */
export function useProfileFields(form: ProfileFormFields, saved: ProfileValues, isEmailFixed: boolean) {
  const [name, email, picture] = useWatch({
    control: form.control,
    name: ['name', 'email', 'profilePicture'],
  })
  useRestoredDraft(form, isEmailFixed)
  useSyncedEmail(form, saved.email)
  const draft: ProfileDraft = {
    ...(name === saved.name ? {} : { name }),
    ...(isSameEmail(email, saved.email) ? {} : { email }),
    // A file is never part of a draft.
    ...(picture === saved.profilePicture || parseDataUrl(picture) ? {} : { picture }),
  }
  useWrittenDraft(draftName, Object.keys(draft).length === 0 ? null : draft)
  return {
    name,
    email,
    picture,
    isChanged: name !== saved.name || !isSameEmail(email, saved.email) || picture !== saved.profilePicture,
    undo: () => form.reset(saved),
  }
}

function useRestoredDraft(form: ProfileFormFields, isEmailFixed: boolean): void {
  const [draft] = useState(() => readFormDraft(draftName, draftSchema) ?? {})
  const { setValue } = form
  useEffect(() => {
    if (draft.name !== undefined) setValue('name', draft.name, { shouldDirty: true })
    if (draft.email !== undefined && !isEmailFixed) setValue('email', draft.email, { shouldDirty: true })
    if (draft.picture !== undefined) setValue('profilePicture', draft.picture, { shouldDirty: true })
  }, [draft, isEmailFixed, setValue])
}

/**
 * Adopts an email address that changed elsewhere, such as by a confirmation link, unless the member typed another
 * one.
 */
function useSyncedEmail({ getValues, resetField }: ProfileFormFields, savedEmail: string): void {
  const before = useRef(savedEmail)
  useEffect(() => {
    if (before.current === savedEmail) return
    if (getValues('email') === before.current) resetField('email', { defaultValue: savedEmail })
    before.current = savedEmail
  }, [getValues, resetField, savedEmail])
}

const draftName = 'profile'
const draftSchema = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  picture: z.optional(z.string()),
})

/** Unchanged fields are absent. */
type ProfileDraft = z.infer<typeof draftSchema>
