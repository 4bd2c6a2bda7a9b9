// Renders what is under test as its page does: with a query client, and with a router where it has links.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#web/query-client.ts'

/** The wrapper of a hook under test. */
export function withQueryClient(client = createQueryClient()) {
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

/** Renders `content` with a query client, which is returned; `rerender` keeps it. */
export function renderScreen(content: ReactNode, client = createQueryClient()) {
  return { client, ...render(content, { wrapper: withQueryClient(client) }) }
}

/** Renders `content` at `path`, whatever the path; a moment later, as routers do. Returns the history. */
export function renderWithRouter(content: ReactNode, { path = '/', client = createQueryClient() } = {}) {
  const history = createMemoryHistory({ initialEntries: [path] })
  const routeTree = createRootRoute({ component: () => content, notFoundComponent: () => null })
  renderScreen(<RouterProvider router={createRouter({ routeTree, history }) as never} />, client)
  return history
}
