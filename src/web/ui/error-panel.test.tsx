// Where the focus is once a retry has succeeded.
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorPanel } from './error-panel.tsx'

function Screen({ isFailed }: { isFailed: boolean }) {
  return (
    <section tabIndex={-1} aria-label="Around">
      <button type="button">Another</button>
      <div>
        {isFailed ? <ErrorPanel onRetry={() => undefined}>It didn’t load.</ErrorPanel> : <p>Content</p>}
      </div>
    </section>
  )
}

test('[SHELL-47] a retry that succeeds moves the focus of its button to what is around it, and no other focus', async () => {
  const { rerender } = render(<Screen isFailed />)
  screen.getByRole('button', { name: 'Try again' }).focus()
  rerender(<Screen isFailed={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Around' })))

  rerender(<Screen isFailed />)
  screen.getByRole('button', { name: 'Another' }).focus()
  rerender(<Screen isFailed={false} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Another' }))
})
