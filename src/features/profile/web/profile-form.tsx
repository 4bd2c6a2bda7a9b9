// Profile Information: picture, display name, email. The first save completes the profile (PROF-04, PROF-13 to PROF-15).
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Account } from '#features/auth/contract.ts'
import { nameMaxChars } from '#shared/constants.ts'
import { messages } from '#shared/messages.ts'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useChange } from '#web/use-call.ts'
import { profileCalls, profileSchema } from '../contract.ts'
import { PicturePicker } from './picture-picker.tsx'

type ProfileValues = z.output<typeof profileSchema>
type ProfileFields = UseFormReturn<z.input<typeof profileSchema>, unknown, ProfileValues>

interface ProfileFormProps {
  account: Account
  /** The signed-in identity. */
  uid: string
  /** Called with the user as the server saved it. */
  onSaved: (account: Account) => void
}

const resolver = standardSchemaResolver(profileSchema)

/** What was typed or chosen stays when a save fails. */
export function ProfileForm({ account, uid, onSaved }: ProfileFormProps) {
  const isSetup = !account.profileCompleted
  const form: ProfileFields = useForm({
    defaultValues: {
      name: account.name,
      email: account.email,
      profilePicture: account.profilePicture ?? '',
      profileCompleted: true,
      firebaseUid: uid,
    },
    resolver,
  })
  const { submit, isSaving } = useSaving(form, onSaved)
  const { errors } = form.formState
  const [name, picture] = useWatch({ control: form.control, name: ['name', 'profilePicture'] })
  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      <PicturePicker
        person={{ id: account.id, name }}
        value={picture}
        error={errors.profilePicture?.message}
        preselect={isSetup}
        onChange={(url) => form.setValue('profilePicture', url, { shouldValidate: true })}
      />
      <Field label="Display name" error={errors.name?.message}>
        <Input required autoComplete="nickname" maxLength={nameMaxChars} {...form.register('name')} />
      </Field>
      <Field
        label="Email"
        hint="The address you sign in with. Other members never see it."
        error={errors.email?.message}
      >
        <Input
          type="email"
          required
          readOnly
          autoComplete="email"
          className="border-line! bg-sunken!"
          {...form.register('email')}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={isSaving}>
          Save profile
        </Button>
      </div>
    </form>
  )
}

function useSaving(form: ProfileFields, onSaved: ProfileFormProps['onSaved']) {
  const save = useChange(profileCalls.saveProfile)
  const isUnderWay = useRef(false)
  const send = async (body: ProfileValues) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      const account = await save.mutateAsync({ body })
      toast(messages.profileUpdated)
      onSaved(account)
    } catch (error) {
      showFailure(form, error)
    } finally {
      isUnderWay.current = false
    }
  }
  const refuse = () => {
    toast({ ...messages.validationError, variant: 'destructive' })
  }
  return { submit: form.handleSubmit(send, refuse), isSaving: save.isPending }
}

/** The server's sentence in the toast, and what it says of single fields beside them. */
function showFailure(form: ProfileFields, error: unknown): void {
  logFailure('The profile was not saved.', error)
  const { title, description } = messages.profileUpdateFailed
  const refusal = isCallError(error) ? error.refusal : null
  toast({ title, description: refusal?.message || description, variant: 'destructive' })
  for (const { path, message } of refusal?.issues ?? []) {
    if (path === 'name' || path === 'email' || path === 'profilePicture') form.setError(path, { message })
  }
}
