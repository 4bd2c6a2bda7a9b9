// The query cache. Separate from use-call.ts, so that a screen without reads doesn't load React Query's hooks.
import { QueryClient } from '@tanstack/react-query'

/** The query cache with the defaults of section 7. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Returning to a failed screen doesn't refetch; its 'Try again' does.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
