// A form that is sent: objections are shown beside their fields, and what was typed survives a failure and a reload.
import { useState, type FormEvent } from 'react'
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { Issue } from '#shared/error-body.ts'
import { errorMessageOf, isChangedMeanwhile, validationIssuesOf } from '../error-message.ts'
import { logFailure } from '../log.ts'
import { useSubmitGuard } from '../use-submit-guard.ts'
import { useTypedValues, type FormDraft, type VersionedValues } from './use-typed-values.ts'

export interface SentFormOptions<Values extends FieldValues> extends VersionedValues<Values> {
  /** Restores what was typed after a reload, and shows it in other tabs. */
  draft?: FormDraft<Values> | undefined
  /** What the server would object to. */
  check?: (values: Values) => readonly Issue[] | Promise<readonly Issue[]>
  /** `version` is the one over which the values were typed. Rejects if they weren't saved. */
  send: (values: Values, version: number | null | undefined) => Promise<void>
  /** The sentence where the server sends none; also logged. */
  notSaved: string
  /** What an error of `send` objects to: by default the issues of the response. */
  issuesOf?: (error: unknown) => readonly Issue[]
  /** The message of an error without issues; null if the form shows none. */
  messageOf?: (error: unknown) => string | null
  /** Called with each error of `send`. */
  onFailure?: (error: unknown) => void
  /** Called where `check` objects. */
  onInvalid?: () => void
  /** When a field is first checked: when the form is sent, or when the field is left. */
  mode?: 'onSubmit' | 'onTouched'
}

/** What is said above the form, or above its buttons. */
export interface FormFailure {
  message: string
  /** The record was changed since the version over which was typed; the current one can be loaded. */
  isStale: boolean
}

export interface SentForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** Sends the values; a second press meanwhile does nothing. */
  send: () => Promise<void>
  onSubmit: (event: FormEvent) => void
  isSaving: boolean
  /** Whether a draft was found when the form was opened. */
  isRestored: boolean
  /** Of the last time it was sent; null where each objection is beside its field. */
  failure: FormFailure | null
  setFailure: (failure: FormFailure | null) => void
  /** Shows other saved values in place of what was typed. */
  load: (current: VersionedValues<Values>) => void
  /** Deletes the draft. */
  forget: () => void
}

export function useSentForm<Values extends FieldValues>(options: SentFormOptions<Values>): SentForm<Values> {
  const { values, version, draft, check = noIssues, notSaved, issuesOf = validationIssuesOf, mode } = options
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const form = useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: resolverOf(check),
    ...(mode === undefined ? {} : { mode }),
  })
  const typed = useTypedValues(form, { values, version }, draft)
  const { messageOf = (error) => errorMessageOf(error, notSaved) } = options
  const isOfField = ({ path }: Issue) => (path.split('.', 1)[0] ?? '') in form.getValues()
  const submit = form.handleSubmit(
    async (current) => {
      setFailure(null)
      try {
        await options.send(current, typed.version())
        typed.forget()
      } catch (error) {
        logFailure(notSaved, error)
        options.onFailure?.(error)
        const issues = issuesOf(error)
        for (const [index, { path, message }] of issues.filter(isOfField).entries())
          form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 })
        const other = issues.find((issue) => !isOfField(issue))?.message
        const message = other ?? (issues.length === 0 ? messageOf(error) : null)
        if (message !== null) setFailure({ message, isStale: isChangedMeanwhile(error) })
      }
    },
    async () => {
      options.onInvalid?.()
      const other = (await check(form.getValues())).find((issue) => !isOfField(issue))
      setFailure(other ? { message: other.message, isStale: false } : null)
    },
  )
  const send = useSubmitGuard(() => submit())
  return {
    form,
    send,
    onSubmit: (event) => {
      event.preventDefault()
      void send()
    },
    isSaving: form.formState.isSubmitting,
    isRestored: typed.isRestored,
    failure,
    setFailure,
    load: (current) => {
      typed.load(current)
      setFailure(null)
    },
    forget: typed.forget,
  }
}

function noIssues(): readonly Issue[] {
  return []
}

/** The first issue of each path, in the nesting of the form library. */
function resolverOf<Values extends FieldValues>(
  check: (values: Values) => readonly Issue[] | Promise<readonly Issue[]>,
): Resolver<Values> {
  return async (values) => {
    const issues = await check(values)
    if (issues.length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, message } of issues.toReversed())
      set(errors, path, { ...get<typeof errors, object | undefined>(errors, path), type: 'check', message })
    return { values: {}, errors }
  }
}
