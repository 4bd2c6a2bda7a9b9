// How a component reads a call and changes things by one: never stale, no retry, no refetch of its own (API-06).
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Answer, Endpoint, EndpointInput } from '#shared/endpoint.ts'
import { call, callWithHeaders, isCallError, pathOf, type CallError } from './call.ts'
import { callWithIdempotencyKey } from './idempotent-call.ts'
import { publishSessionSignal } from './session-signals.ts'

/**
 * The cache key of a read: the segments of its path, which joined again give the address, its query, and whose answer
 * it is where the path doesn't say so.
 */
export function queryKeyOf<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  cachedBy?: string,
): string[] {
  const [path = '', query] = pathOf(endpoint, input).split('?', 2)
  return [
    ...path.split('/').slice(1),
    ...(query === undefined ? [] : [`?${query}`]),
    ...(cachedBy === undefined ? [] : [cachedBy]),
  ]
}

interface ReadOptions {
  /** False while what the call needs isn't known yet. */
  enabled?: boolean
  /** For the polls that the specification names; they rest while the tab is hidden. */
  pollMs?: number
  /** Reads anew whenever the screen opens, for the lists that aren't cached. */
  uncached?: boolean
  /** Reads anew whenever the screen opens and whenever its tab comes back; what was read before stays meanwhile. */
  whenSeen?: boolean
  /** Whose answer it is, where the path doesn't say so: part of the cache key. */
  cachedBy?: string
  /** Signed out (401) there is null instead of an error (HIST-18). All who read the call have to say the same. */
  nullWhenSignedOut?: boolean
}

const refetchOnFocusOptions = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  // Opening a screen that failed reads anew as well.
  retryOnMount: true,
} as const

/** Reads a call through the cache. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: ReadOptions & { nullWhenSignedOut: true },
): UseQueryResult<Answer<E> | null, CallError | Error>
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: ReadOptions,
): UseQueryResult<Answer<E>, CallError | Error>
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: ReadOptions = {},
): UseQueryResult<Answer<E> | null, CallError | Error> {
  const { enabled = true, pollMs, uncached = false, whenSeen = false, nullWhenSignedOut = false } = options
  return useQuery<Answer<E> | null, CallError | Error>({
    queryKey: queryKeyOf(endpoint, input, options.cachedBy),
    queryFn: async ({ signal }) => {
      const answer = call(endpoint, input, { signal })
      return nullWhenSignedOut ? answer.catch(nullIfSignedOut) : answer
    },
    enabled,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    ...(uncached ? { staleTime: 0, gcTime: 0, refetchOnMount: 'always' as const } : {}),
    ...(whenSeen ? refetchOnFocusOptions : {}),
  })
}

interface ResultPage<Rows> {
  rows: Rows
  /** Of all pages together. */
  total: number
  /** The page that these rows are of; null where the answer doesn't say. */
  page: number | null
}

/** Reads a page of a list anew whenever it is asked for; what was there before stays meanwhile. */
export function usePagedCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): UseQueryResult<ResultPage<Answer<E>>, CallError | Error> {
  return useQuery<ResultPage<Answer<E>>, CallError | Error>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callWithHeaders(endpoint, input, { signal })
      const page = headers.get('x-page')
      return {
        rows: answer,
        total: Number(headers.get('x-total-count')),
        page: page === null ? null : Number(page),
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    retryOnMount: true,
  })
}

/** The session hears of it all the same; an answer to somebody else stays an error. */
function nullIfSignedOut(error: unknown): null {
  if (!isCallError(error) || error.status !== 401 || error.refusal?.code === 'identity_mismatch') throw error
  publishSessionSignal('ended')
  return null
}

interface CallMutationOptions<E extends Endpoint> {
  /** The lists that are read anew after a success (API-07), and when what was to be changed is gone or another. */
  refetch?: readonly Endpoint[]
  /** Reads of other screens that a success makes wrong: whoever opens them next reads anew. */
  forget?: readonly Endpoint[]
  /** Several inputs are on their way beside each other, each under a key of its own. */
  eachApart?: boolean
  onSuccess?: (answer: Answer<E>) => void
  onError?: (error: CallError | Error) => void
}

/** Changes something by a call, once if it is repeatable; the named lists are refetched afterwards. */
export function useCallMutation<E extends Endpoint>(
  endpoint: E,
  { refetch = [], forget = [], eachApart = false, onSuccess, onError }: CallMutationOptions<E> = {},
): UseMutationResult<Answer<E>, CallError | Error, EndpointInput<E>> {
  const client = useQueryClient()
  const readAnew = async () =>
    Promise.all(refetch.map(({ path }) => client.invalidateQueries({ queryKey: staticSegments(path) })))
  return useMutation<Answer<E>, CallError | Error, EndpointInput<E>>({
    mutationFn: (input) =>
      endpoint.isRepeatable ? callWithIdempotencyKey(endpoint, input, { eachApart }) : call(endpoint, input),
    onSuccess: async (answer) => {
      for (const { path } of forget)
        client.removeQueries({ queryKey: staticSegments(path), type: 'inactive' })
      // Begun first: what follows may close the screen that shows the list.
      const refetched = readAnew()
      onSuccess?.(answer)
      await refetched
    },
    onError: (error) => {
      // Not waited for: why it failed is said at once.
      if (isCallError(error) && [404, 409].includes(error.status)) void readAnew()
      onError?.(error)
    },
  })
}

/** The segments of a path before its first parameter: what all its reads have in common. */
function staticSegments(path: string): string[] {
  return path.split('/:', 1)[0]?.split('/').slice(1) ?? []
}
