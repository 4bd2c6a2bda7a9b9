// What a form says after it was sent, until the next change in it.
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Null at first, and after a field changes; a reset of the whole form leaves it. */
export function useUntilChange<Result extends string, Values extends FieldValues>({
  subscribe,
}: Pick<UseFormReturn<Values>, 'subscribe'>): [Result | null, (result: Result) => void] {
  const [result, setResult] = useState<Result | null>(null)
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined) setResult(null)
        },
      }),
    [subscribe],
  )
  return [result, setResult]
}
