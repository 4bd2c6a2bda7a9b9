// The message of a screen that failed to load or to render.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { importWhenOnline } from '#web/use-lazy-import.ts'
import { ScreenFailed } from './load-failed.tsx'

const text = () => screen.getByRole('alert', { hidden: true }).textContent

test('[SHELL-36] an error while drawing is not called a lost connection', () => {
  render(<ScreenFailed error={new RangeError('Invalid time zone specified: Etc/Unknown')} />)
  expect(text()).toMatch(/^Something went wrong on this page.*Reload$/)
  expect(text()).not.toContain('connection may have dropped')
})

test('[SHELL-36] an import that failed may be due to the connection', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/settings.js')
  const error: unknown = await importWhenOnline(() => Promise.reject(missing)).catch(
    (thrown: unknown) => thrown,
  )
  render(<ScreenFailed error={error} />)
  expect(text()).toMatch(/^This page didn’t load.*connection may have dropped.*Try again$/)
})
