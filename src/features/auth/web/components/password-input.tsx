// Password inputs: with a show/hide button, and for choosing a new password.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { passwordMinChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Use inside a Field. The password is hidden at first. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pe-13"
      />
      <IconButton
        label={isShown ? t('Hide characters') : t('Show characters')}
        variant="subtle"
        className="absolute! top-0.25 end-0.75"
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
    </div>
  )
}

type NewPasswordFieldProps = ComponentProps<typeof PasswordInput> & { error: string | undefined }

/** Shows the minimum length as a hint. */
export function NewPasswordField({ error, ...rest }: NewPasswordFieldProps) {
  return (
    <Field
      label={t('New password')}
      hint={t('At least {min} characters.', { min: passwordMinChars })}
      error={error}
    >
      <PasswordInput required autoComplete="new-password" {...rest} />
    </Field>
  )
}
