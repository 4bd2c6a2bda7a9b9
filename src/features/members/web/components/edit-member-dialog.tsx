// Edit User dialog: name, email, administrator role, and whether they may hold sittings (USR-07, TEACH-01).
import { useRef, type FormEvent } from 'react'
import type { Issue } from '#shared/error-body.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { isCallError } from '#web/call.ts'
import { validationIssuesOf } from '#web/error-message.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { membersCalls, type Member } from '../../contract.ts'
import { memberErrors } from '../../errors.ts'
import { changedMemberFields, editedEmailOf, mayHostName } from '../../member-labels.ts'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { MemberFormDialog } from './member-form-dialog.tsx'

interface EditMemberDialogProps extends MemberDialogProps {
  member: Member
  onEdited: () => void
}

/** Sends changed fields only, so that a name older than today's rules doesn't block the save. */
export function EditMemberDialog({ member, onEdited, onClose, ...frame }: EditMemberDialogProps) {
  const { form, send, isSaving, failure } = useCallForm(membersCalls.updateMember, {
    values: {
      name: member.name,
      email: readableEmail(editedEmailOf(member) ?? ''),
      isAdmin: member.isAdmin,
      mayHost: member.mayHost,
    },
    toInput: (values) => ({ params: { id: String(member.id) }, body: changedMemberFields(member, values) }),
    refetch: [membersCalls.members],
    notSaved: adminMessages.updateUserFailed,
    issuesOf,
    onSaved: () => {
      toast({ title: adminMessages.userUpdated })
      onEdited()
      onClose()
    },
    onFailure: () => showAdminErrorToast(adminMessages.updateUserFailed),
  })
  const field = useRef<HTMLInputElement>(null)
  const isEmailFixed = member.emailChange.startsWith('refused')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(changedMemberFields(member, form.getValues())).length === 0) onClose()
    else void send()
  }
  return (
    <MemberFormDialog
      {...frame}
      onClose={onClose}
      firstField={field}
      isChanged={form.formState.isDirty}
      isSaving={isSaving}
      failure={failure?.message}
      size="sm"
      title={t('Edit User')}
      description={member.name}
      submitLabel={t('Save user')}
      onSubmit={submit}
    >
      <TextField form={form} name="name" inputRef={field} label={t('Name')} required autoComplete="off" />
      <TextField
        form={form}
        name="email"
        label={t('Email')}
        hint={emailHint(member)}
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isEmailFixed}
        className={isEmailFixed ? 'bg-sunken! text-ink-2!' : undefined}
      />
      <CheckboxField
        form={form}
        name="isAdmin"
        label={t('Administrator')}
        hint={t('Administrators manage templates, schedules and members.')}
      />
      <CheckboxField
        form={form}
        name="mayHost"
        label={translate(mayHostName)}
        hint={t('They can take a sitting, and then begin, delay, end or cancel that one. Nothing else.')}
      />
    </MemberFormDialog>
  )
}

/** The effect of a new address (USR-25). */
function emailHint({ emailChange, signInEmail }: Member): string {
  switch (emailChange) {
    case 'sign-in':
      return t(
        'The address they sign in with, not confirmed yet. If you correct it, they sign in with the new one and their password, and are signed out everywhere.',
      )
    case 'profile':
      return signInEmail === null
        ? t('For the profile only.')
        : t('For the profile only. They still sign in with {email}, which is confirmed.', {
            email: readableEmail(signInEmail),
          })
    case 'refused-role':
      return translate(memberErrors.email_of_role.message)
    case 'refused-elsewhere':
      return translate(memberErrors.email_elsewhere.message)
  }
}

const emailErrorCodes: readonly string[] = [
  memberErrors.member_email_taken.code,
  memberErrors.email_of_role.code,
  memberErrors.email_elsewhere.code,
  memberErrors.email_changed_meanwhile.code,
]

/** The server's field errors, including general errors that concern one field. */
function issuesOf(failure: unknown): readonly Issue[] {
  const { code, message = '' } = (isCallError(failure) && failure.errorBody) || {}
  if (code !== undefined && emailErrorCodes.includes(code)) return [{ path: 'email', message }]
  if (code === 'last_admin') return [{ path: 'isAdmin', message }]
  return validationIssuesOf(failure)
}
