// Settings that save at a press: each press sends what it changes, in the order of the presses, and none is lost.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, EndpointInput, ResponseOf } from '#shared/endpoint.ts'
import { call } from './call.ts'
import { queryKeyOf } from './use-call.ts'

interface ChoicesOptions<E extends Endpoint, Press extends object> {
  /** The input of the call for a press. */
  inputOf: (press: Press) => EndpointInput<E>
  /** Shows the response, before the press stops being pending. `isLast`: no other press waits. */
  onSaved: (response: ResponseOf<E>, isLast: boolean) => unknown
  onError: (error: Error) => void
}

interface Choices<Press extends object> {
  /** Sends a press, after those before it. */
  choose: (press: Press) => void
  /** The presses that aren't saved yet, in their order: shown over what is saved. */
  pending: readonly Press[]
  /** Why a field's last press wasn't saved; null if it was. */
  errorOf: (field: keyof Press) => Error | null
}

interface FailedPress<Press> {
  press: Press
  error: Error
}

/** Saves presses by one call. All components that use the call share the order. */
export function useChoices<E extends Endpoint, Press extends object>(
  endpoint: E,
  { inputOf, onSaved, onError }: ChoicesOptions<E, Press>,
): Choices<Press> {
  const [pending, setPending] = useState<readonly Press[]>([])
  const [failed, setFailed] = useState<readonly FailedPress<Press>[]>([])
  const waiting = useRef(0)
  const clearErrorsOf = (press: Press) =>
    setFailed((all) => all.filter((each) => !shareField(each.press, press)))
  const { mutate } = useMutation<ResponseOf<E>, Error, { press: Press; input: EndpointInput<E> }>({
    scope: { id: endpoint.path },
    mutationFn: ({ input }) => call(endpoint, input),
    onSuccess: async (response, { press }) => {
      clearErrorsOf(press)
      await onSaved(response, waiting.current === 1)
    },
    onError: (error, { press }) => {
      onError(error)
      setFailed((all) => [...all.filter((each) => !shareField(each.press, press)), { press, error }])
    },
    onSettled: (_response, _error, { press }) => {
      waiting.current -= 1
      setPending((all) => all.filter((each) => each !== press))
    },
  })
  return {
    pending,
    choose: (press) => {
      waiting.current += 1
      clearErrorsOf(press)
      setPending((all) => [...all, press])
      mutate({ press, input: inputOf(press) })
    },
    errorOf: (field) => failed.find(({ press }) => field in press)?.error ?? null,
  }
}

function shareField(one: object, other: object): boolean {
  return Object.keys(one).some((field) => field in other)
}

/** Returns a function that changes what a read has returned; one that is under way no longer replaces it. */
export function useResponseUpdate<E extends Endpoint>(
  endpoint: E,
): (update: (response: ResponseOf<E>) => ResponseOf<E>) => Promise<void> {
  const client = useQueryClient()
  const queryKey = queryKeyOf<Endpoint>(endpoint, {})
  return async (update) => {
    await client.cancelQueries({ queryKey })
    const response = client.getQueryData<ResponseOf<E>>(queryKey)
    if (response == null) await client.invalidateQueries({ queryKey })
    else client.setQueryData(queryKey, update(response))
  }
}
