// Fields of a form, connected by their name.
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { get, useFormState, useWatch, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input, Textarea } from '../ui/input.tsx'

interface FormFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  name: Path<Values>
  label: string
  hint?: ReactNode
}

/** The sentence beside a field. */
export function useFieldError<Values extends FieldValues>(
  { control }: UseFormReturn<Values>,
  name: Path<Values>,
): string | undefined {
  const { errors } = useFormState({ control, name })
  return get<typeof errors, { message?: string } | undefined>(errors, name)?.message
}

type TextFieldProps<Values extends FieldValues> = FormFieldProps<Values> &
  Pick<ComponentProps<typeof Field>, 'optional' | 'aside'> &
  Omit<ComponentProps<typeof Input>, 'name' | 'form' | 'ref' | 'value' | 'onChange'> & {
    /** Counted near the end. */
    maxChars?: number
    /** For several lines. */
    rows?: number
    /** For a dialog that begins there. */
    inputRef?: RefObject<HTMLInputElement | null>
  }

/** One line of text, an address or a number; or several lines. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form, name, label, hint, optional = false, aside, maxChars, rows, inputRef, ...input } = props
  const error = useFieldError(form, name)
  const value: unknown = useWatch({ control: form.control, name })
  const chars = String(value).trim().length
  const field = form.register(name)
  const setInput = (element: HTMLInputElement | null) => {
    if (inputRef) inputRef.current = element
    field.ref(element)
  }
  return (
    <Field
      {...{ label, hint, error, optional, aside }}
      {...(maxChars === undefined ? {} : { limit: { chars, max: maxChars } })}
    >
      {rows === undefined ? (
        <Input {...input} {...field} ref={setInput} />
      ) : (
        <Textarea rows={rows} lang={input.lang} {...field} />
      )}
    </Field>
  )
}

export function CheckboxField<Values extends FieldValues>({ form, name, ...rest }: FormFieldProps<Values>) {
  return <Checkbox {...rest} error={useFieldError(form, name)} {...form.register(name)} />
}
