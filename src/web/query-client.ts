// The cache of the calls. Apart from use-call.ts, so that a screen that reads nothing doesn't load the reading.
import { QueryClient } from '@tanstack/react-query'

/** The cache of what the server answered, with the defaults of section 7. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Coming back to a screen that failed is no reason to ask again; its 'Try again' is.
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
