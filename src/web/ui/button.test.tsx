// Buttons: a busy one ignores presses.
import { render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { Button, IconButton } from './button.tsx'

const user = setUpUser()

test('a busy button keeps its name and focus and ignores presses', async () => {
  const onClick = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  rerender(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  )
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Save' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a busy submit button submits nothing', async () => {
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
  rerender(form(true))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(screen.getByLabelText('Name'), 'Mia{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('an icon button has an accessible name and doesn’t submit its form', () => {
  render(<IconButton label="Pause">▮▮</IconButton>)
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('type')).toBe('button')
})
