// React hooks for reads and mutations: never stale, no retry, no automatic refetch (API-06).
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import { pathOf, type ResponseOf, type Endpoint, type EndpointInput } from '#shared/endpoint.ts'
import { call, callWithHeaders, inlineResponse, isCallError, type CallError } from './call.ts'
import { callWithIdempotencyKey } from './idempotent-call.ts'
import { publishSessionSignal } from './session-signals.ts'

/**
 * The cache key of a read: its path segments, its query, and the viewer if the path names none. Joined, the segments
 * give the address.
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
  /** False while the call's input isn't known yet. */
  enabled?: boolean
  /** Poll interval, for the polls that the specification names; paused while the tab is hidden. */
  pollMs?: number
  /** Refetches whenever the screen opens, for lists that aren't cached. */
  uncached?: boolean
  /** Refetches whenever the screen opens or its tab becomes visible; shows the old data meanwhile. */
  refetchOnFocus?: boolean
  /** The viewer, where the path doesn't name one: part of the cache key. */
  cachedBy?: string
  /** Signed out (401) gives null instead of an error (HIST-18). All readers of the call must set the same value. */
  nullWhenSignedOut?: boolean
}

/** Refetches when a screen opens, but not the first one, whose response came with the page a moment ago. */
function refetchOnMount({ state }: Pick<Query, 'state'>): 'always' | false {
  const isFirst = state.data !== undefined && state.dataUpdateCount === 0
  return isFirst && Date.now() - state.dataUpdatedAt < firstScreenMs ? false : 'always'
}
const firstScreenMs = 10_000
/** A screen is drawn in slices: until it is mounted nothing observes its calls, and their responses must stay. */
const firstDrawingMs = 1_000

const refetchOnFocusOptions = {
  refetchOnMount,
  refetchOnWindowFocus: 'always',
  // Opening a failed screen refetches as well.
  retryOnMount: true,
} as const

/** Reads a call through the cache. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: ReadOptions & { nullWhenSignedOut: true },
): UseQueryResult<ResponseOf<E> | null, CallError | Error>
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: ReadOptions,
): UseQueryResult<ResponseOf<E>, CallError | Error>
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: ReadOptions = {},
): UseQueryResult<ResponseOf<E> | null, CallError | Error> {
  const {
    enabled = true,
    pollMs,
    uncached = false,
    refetchOnFocus = false,
    nullWhenSignedOut = false,
  } = options
  return useQuery<ResponseOf<E> | null, CallError | Error>({
    queryKey: queryKeyOf(endpoint, input, options.cachedBy),
    queryFn: async ({ signal }) => {
      const response = call(endpoint, input, { signal })
      return nullWhenSignedOut ? response.catch(nullIfSignedOut) : response
    },
    enabled,
    initialData: () => inlineResponse(endpoint, input),
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    ...(uncached ? { staleTime: 0, gcTime: firstDrawingMs, refetchOnMount } : {}),
    ...(refetchOnFocus ? refetchOnFocusOptions : {}),
  })
}

interface ResultPage<Rows> {
  rows: Rows
  /** Rows on all pages together. */
  total: number
  /** The page of these rows; null where the response doesn't name it. */
  page: number | null
}

/** Reads one page of a list, always refetched; the previous page stays visible meanwhile. */
export function usePagedCall<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): UseQueryResult<ResultPage<ResponseOf<E>>, CallError | Error> {
  return useQuery<ResultPage<ResponseOf<E>>, CallError | Error>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: async ({ signal }) => {
      const { output, headers } = await callWithHeaders(endpoint, input, { signal })
      const page = headers.get('x-page')
      return {
        rows: output,
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

/** The session still sees the 401. A response meant for another identity stays an error. */
function nullIfSignedOut(error: unknown): null {
  if (!isCallError(error) || error.status !== 401 || error.errorBody?.code === 'identity_mismatch')
    throw error
  publishSessionSignal('ended')
  return null
}

interface CallMutationOptions<E extends Endpoint> {
  /** Lists to refetch after a success (API-07), and when the target is gone (404) or was changed (409). */
  refetch?: readonly Endpoint[]
  /** Reads of other screens that a success makes stale: they refetch when next opened. */
  evict?: readonly Pick<Endpoint, 'path'>[]
  /** Several inputs may be in flight at once, each under its own idempotency key. */
  keyPerInput?: boolean
  /** Awaited: the mutation is pending until then. */
  onSuccess?: (response: ResponseOf<E>) => unknown
  onError?: (error: CallError | Error) => void
}

/** A mutation by a call, made once if it's idempotent; the named lists are refetched afterwards. */
export function useCallMutation<E extends Endpoint>(
  endpoint: E,
  { refetch = [], evict = [], keyPerInput = false, onSuccess, onError }: CallMutationOptions<E> = {},
): UseMutationResult<ResponseOf<E>, CallError | Error, EndpointInput<E>> {
  const client = useQueryClient()
  const refetchLists = async () =>
    Promise.all(refetch.map(({ path }) => client.invalidateQueries({ queryKey: staticSegments(path) })))
  return useMutation<ResponseOf<E>, CallError | Error, EndpointInput<E>>({
    mutationFn: (input) =>
      endpoint.isIdempotent
        ? callWithIdempotencyKey(endpoint, input, { keyPerInput })
        : call(endpoint, input),
    onSuccess: async (response) => {
      for (const { path } of evict) client.removeQueries({ queryKey: staticSegments(path), type: 'inactive' })
      // Started first: `onSuccess` may close the screen that shows the list.
      const refetching = refetchLists()
      await onSuccess?.(response)
      await refetching
    },
    onError: (error) => {
      // Not awaited: the error is shown at once.
      if (isCallError(error) && [404, 409].includes(error.status)) void refetchLists()
      onError?.(error)
    },
  })
}

/** The path segments before the first parameter, which all its reads share. */
function staticSegments(path: string): string[] {
  return path.split('/:', 1)[0]?.split('/').slice(1) ?? []
}

/**
 * The part of a `useCall` or `usePagedCall` result it needs. React Query clears an error as soon as it refetches.
 */
interface QueryState {
  isError: boolean
  isFetching: boolean
}

/** Whether any read had failed when the last of them settled. */
export function useReadFailure(...queries: readonly QueryState[]): boolean {
  const hasFailed = queries.some(({ isError }) => isError)
  const isFetchingAny = queries.some(({ isFetching }) => isFetching)
  const [isFailed, setFailed] = useState(hasFailed)
  if (!isFetchingAny && isFailed !== hasFailed) setFailed(hasFailed)
  return isFailed
}
