// What is typed into a form: newer saved values don't replace it, and a draft restores it.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { onDraftChangedElsewhere, readFormDraft, writeFormDraft } from '../drafts.ts'

export interface FormDraft<Values> {
  /** Stays the same while the form is shown. */
  name: string
  /** Of the values that the draft keeps: never a password, a file, or data of other members. */
  schema: z.ZodMiniType<Partial<Values>>
}

export interface VersionedValues<Values> {
  /** As they are saved, or those of an empty form. Others that come later are shown unless something is typed. */
  values: Values
  /** Of the record that the values are of: null for a new one, absent where no save can be stale. */
  version?: number | null | undefined
}

interface TypedValues<Values> {
  /** The version of the record over which was typed. */
  version: () => number | null | undefined
  /** Whether a draft was found. */
  isRestored: boolean
  /** Shows other saved values in place of what was typed. */
  load: (saved: VersionedValues<Values>) => void
  /** Deletes the draft: what was typed is saved now, or discarded. */
  forget: () => void
}

/** Shows the saved values, or the draft over them, and writes the draft after every change. */
export function useTypedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  saved: VersionedValues<Values>,
  draft?: FormDraft<Values>,
): TypedValues<Values> {
  const version = useRef(saved.version)
  const isShowing = useRef(false)
  const show = ({ values, version: current }: VersionedValues<Values>, typed: TypedDraft<Values> | null) => {
    version.current = typed ? typed.version : current
    // The saved values in between must not delete the draft.
    isShowing.current = typed !== null
    form.reset(values)
    isShowing.current = false
    if (typed) form.reset({ ...values, ...typed.values }, { keepDefaultValues: true })
  }
  const read = () => (draft ? readTypedDraft(draft, saved) : null)
  const [isRestored] = useState(() => read() !== null)
  const { isDirty } = form.formState
  const follow = useEffectEvent(() => {
    if (!isDirty) show(saved, read())
  })
  const savedText = JSON.stringify([saved.version, saved.values])
  useEffect(() => follow(), [savedText])
  const showOfOtherTab = useEffectEvent(() => show(saved, read()))
  const name = draft?.name
  useEffect(
    () => (name === undefined ? undefined : onDraftChangedElsewhere(name, () => showOfOtherTab())),
    [name],
  )
  const write = useEffectEvent(() => {
    if (!draft || isShowing.current) return
    const values = z.parse(draft.schema, form.getValues())
    const isTyped = !isSame(values, z.parse(draft.schema, form.formState.defaultValues))
    const typed = isTyped ? { version: version.current, values } : null
    // The draft of another tab is shown here, and isn't written again.
    if (!isSame(typed, read())) writeTypedDraft(draft, typed)
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => write() }), [form])
  return {
    version: () => version.current,
    isRestored,
    load: (current) => show(current, null),
    forget: () => draft && writeTypedDraft(draft, null),
  }
}

interface TypedDraft<Values> {
  version: number | null | undefined
  values: Partial<Values>
}

/** A form without versions stores its values alone. */
function readTypedDraft<Values>(
  { name, schema }: FormDraft<Values>,
  { version }: VersionedValues<Values>,
): TypedDraft<Values> | null {
  if (version !== undefined)
    return readFormDraft(name, z.object({ version: z.nullable(z.int()), values: schema }))
  const values = readFormDraft(name, schema)
  return values && { version, values }
}

function writeTypedDraft<Values>({ name }: FormDraft<Values>, typed: TypedDraft<Values> | null): void {
  writeFormDraft(name, typed?.version === undefined ? (typed?.values ?? null) : typed)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
