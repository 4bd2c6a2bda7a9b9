// Banners on /auth: where a denied member can write to.
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { MistakeContact } from './auth-banners.tsx'

test.each([
  ['mailto:care@stillwater.test', 'care@stillwater.test'],
  ['https://stillwater.test/contact', 'https://stillwater.test/contact'],
])('[AUTH-55] who is denied access reads where to write to: %s', (contact, text) => {
  const meta = document.createElement('meta')
  meta.name = 'identity'
  meta.content = JSON.stringify({ provider: 'builtin', google: false, contact })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  render(<MistakeContact />)
  expect(screen.getByRole('paragraph').textContent).toBe(`If this is a mistake, write to ${text}.`)
  expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe(contact)
})

test('[AUTH-55] without a contact nothing is promised', () => {
  const { container } = render(<MistakeContact />)
  expect(container.textContent).toBe('')
})
