// A form whose values its screen keeps; forms of a call are `useCallForm`.
import { useEffect, useRef, type ComponentProps } from 'react'

interface ValidatedFormProps extends Omit<ComponentProps<'form'>, 'ref' | 'noValidate'> {
  /** How many fields have an error. */
  errorCount: number
  /** The error of the last save; another one may be about the same fields. */
  error?: unknown
}

/** Focuses the first invalid field when the number of errors grows, and at each refused save. */
export function ValidatedForm({ errorCount, error, ...props }: ValidatedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const previous = useRef({ errorCount, error })
  useEffect(() => {
    const isRefused =
      errorCount > previous.current.errorCount || (Boolean(error) && error !== previous.current.error)
    const invalidSelector = '[aria-invalid], [data-invalid] input'
    if (isRefused) form.current?.querySelector<HTMLElement>(invalidSelector)?.focus()
    previous.current = { errorCount, error }
  }, [errorCount, error])
  return <form ref={form} noValidate {...props} />
}
