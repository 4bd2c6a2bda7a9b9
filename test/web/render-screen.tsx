// Renders a screen under test as its page does: with a query client.
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#web/query-client.ts'

/** Renders `content` with a new query client. */
export function renderScreen(content: ReactNode) {
  return render(<QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>)
}
