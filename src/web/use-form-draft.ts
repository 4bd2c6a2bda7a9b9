// Hook for a form's unsaved values, which open tabs of a member share and a reload restores.
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { onDraftChangedElsewhere, readFormDraft, writeFormDraft } from './drafts.ts'

/** Null: nothing is unsaved. The name and the schema of a form stay the same. */
export function useFormDraft<Values extends object>(
  name: string,
  schema: z.ZodMiniType<Values>,
): [draft: Values | null, setDraft: (draft: Values | null) => void] {
  const [draft, setDraft] = useState(() => readFormDraft(name, schema))
  const shape = useRef(schema)
  useEffect(() => onDraftChangedElsewhere(name, () => setDraft(readFormDraft(name, shape.current))), [name])
  return [
    draft,
    (next) => {
      setDraft(next)
      writeFormDraft(name, next)
    },
  ]
}

/** Writes the unsaved values of a form that has its own state; null while nothing is unsaved. */
export function useWrittenDraft(name: string, values: object | null): void {
  const text = JSON.stringify(values)
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  useEffect(() => writeFormDraft(name, latest.current), [name, text])
}
