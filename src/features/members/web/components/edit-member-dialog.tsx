// Edit User dialog: name, email and administrator role (USR-07).
import { readableEmail } from '#shared/international-domain.ts'
import * as z from 'zod/mini'
import { useId, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { adminMessages } from '#web/admin-messages.ts'
import type { Issue } from '#shared/error-body.ts'
import { isCallError } from '#web/call.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { memberChangesSchema, membersCalls, type Member } from '../../contract.ts'
import { memberErrors } from '../../errors.ts'
import { changedMemberFields, editedEmailOf } from '../../member-labels.ts'
import { FormButtons } from './form-buttons.tsx'
import type { MemberDialogProps } from '../data/member-actions.ts'
import { t, translate } from '#shared/t.ts'

interface MemberValues {
  name: string
  email: string
  isAdmin: boolean
}

const updateFailedMessage = adminMessages.updateUserFailed

interface EditMemberDialogProps extends MemberDialogProps {
  member: Member
  onEdited: () => void
}

export function EditMemberDialog({ member, onEdited, onClose, ...frame }: EditMemberDialogProps) {
  const form = useForm<MemberValues>({
    defaultValues: {
      name: member.name,
      email: readableEmail(editedEmailOf(member) ?? ''),
      isAdmin: member.isAdmin,
    },
  })
  const { submit, failure, isSaving } = useMemberUpdate(form, member, { onEdited, onClose })
  const { errors, isDirty } = form.formState
  const { ask, question } = useAskBeforeLeaving({ open: frame.open, isChanged: isDirty, leave: onClose })
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const isEmailFixed = member.emailChange.startsWith('refused')
  const { ref: nameRef, ...name } = form.register('name')
  const setName = (element: HTMLInputElement | null) => {
    field.current = element
    nameRef(element)
  }
  return (
    <>
      <Dialog
        {...frame}
        onOpenChange={() => !isSaving && ask()}
        initialFocus={field}
        size="sm"
        title={t('Edit User')}
        description={member.name}
        footer={
          <FormButtons form={id} busy={isSaving} onCancel={ask}>
            {t('Save user')}
          </FormButtons>
        }
      >
        <form id={id} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          {failure !== null && <FormError>{failure}</FormError>}
          <Field label={t('Name')} error={errors.name?.message}>
            <Input required autoComplete="off" {...name} ref={setName} />
          </Field>
          <Field label={t('Email')} hint={emailHint(member)} error={errors.email?.message}>
            <Input
              type="email"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isEmailFixed}
              className={isEmailFixed ? 'bg-sunken! text-ink-2!' : undefined}
              {...form.register('email')}
            />
          </Field>
          <Checkbox
            label={t('Administrator')}
            hint={t('Administrators manage templates, schedules and members.')}
            error={errors.isAdmin?.message}
            {...form.register('isAdmin')}
          />
        </form>
      </Dialog>
      {question}
    </>
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

/** Validates and sends changed fields only, so that a name older than today's rules doesn't block the save. */
function useMemberUpdate(
  form: UseFormReturn<MemberValues>,
  member: Member,
  { onEdited, onClose }: Pick<EditMemberDialogProps, 'onEdited' | 'onClose'>,
) {
  const change = useCallMutation(membersCalls.updateMember, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: adminMessages.userUpdated })
      onEdited()
      onClose()
    },
  })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSubmitGuard(async (values: MemberValues) => {
    setFailure(null)
    const body = changedMemberFields(member, values)
    if (Object.keys(body).length === 0) {
      onClose()
      return
    }
    const { error } = z.safeParse(memberChangesSchema, body)
    if (error) {
      const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      return void showFieldErrors(form, issues)
    }
    try {
      await change.mutateAsync({ params: { id: String(member.id) }, body })
    } catch (thrown) {
      toast({ title: adminMessages.error, description: updateFailedMessage, variant: 'destructive' })
      if (!showFieldErrors(form, fieldErrorsOf(thrown)))
        setFailure(errorMessageOf(thrown, updateFailedMessage))
    }
  })
  return { submit: form.handleSubmit(save), failure, isSaving: change.isPending }
}

const emailErrorCodes: readonly string[] = [
  memberErrors.member_email_taken.code,
  memberErrors.email_of_role.code,
  memberErrors.email_elsewhere.code,
  memberErrors.email_changed_meanwhile.code,
]

/** The server's field errors, including general errors that concern one field. */
function fieldErrorsOf(failure: unknown): readonly Issue[] {
  const { code, message = '' } = (isCallError(failure) && failure.errorBody) || {}
  if (code !== undefined && emailErrorCodes.includes(code)) return [{ path: 'email', message }]
  if (code === 'last_admin') return [{ path: 'isAdmin', message }]
  return validationIssuesOf(failure)
}

/** Shows each error beside its field; returns whether all of them have a visible field. */
function showFieldErrors(form: UseFormReturn<MemberValues>, issues: readonly Issue[]): boolean {
  let shownCount = 0
  for (const { path, message } of issues) {
    if (path !== 'name' && path !== 'email' && path !== 'isAdmin') continue
    form.setError(path, { message }, { shouldFocus: shownCount === 0 })
    shownCount += 1
  }
  return shownCount > 0 && shownCount === issues.length
}
