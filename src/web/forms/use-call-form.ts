// A form that is sent by one call, whose body is checked before by the call's own schema.
import type { FieldValues } from 'react-hook-form'
import type { Endpoint, EndpointInput, ResponseOf } from '#shared/endpoint.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { useCallMutation } from '../use-call.ts'
import { useSentForm, type SentForm, type SentFormOptions } from './use-sent-form.ts'

interface CallFormOptions<E extends Endpoint, Values extends FieldValues> extends Omit<
  SentFormOptions<Values>,
  'check' | 'send'
> {
  toInput: (values: Values, version: number | null | undefined) => EndpointInput<E>
  /** The form is busy until it resolves. */
  onSaved: (response: ResponseOf<E>) => Promise<void> | void
  refetch?: readonly Endpoint[]
  evict?: readonly Pick<Endpoint, 'path'>[]
}

export function useCallForm<E extends Endpoint, Values extends FieldValues>(
  call: E,
  { toInput, onSaved, refetch = [], evict = [], ...options }: CallFormOptions<E, Values>,
): SentForm<Values> {
  const { mutateAsync } = useCallMutation(call, { refetch, evict, onSuccess: onSaved })
  return useSentForm({
    ...options,
    check: (values) => (call.body ? issuesOfSchema(call.body, toInput(values, options.version).body) : []),
    send: async (values, version) => void (await mutateAsync(toInput(values, version))),
  })
}
