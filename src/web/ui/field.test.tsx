// Fields: label, hint and error are connected to their control.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Checkbox, Switch } from './checkbox.tsx'
import { Field, FormError } from './field.tsx'
import { Input, Textarea } from './input.tsx'

function descriptionOf(control: HTMLElement): string | null | undefined {
  const id = control.getAttribute('aria-describedby')
  return id === null ? null : document.getElementById(id)?.textContent
}

test('a label names its control and a hint describes it', () => {
  render(
    <Field label="Email" hint="Never shown to others.">
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(descriptionOf(input)).toBe('Never shown to others.')
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

test('an error replaces the hint and marks the control as invalid', () => {
  render(
    <Field label="Password" hint="At least 8 characters." error="Password is too weak.">
      <Input type="password" />
    </Field>,
  )
  const input = screen.getByLabelText('Password')
  expect(descriptionOf(input)).toBe('Password is too weak.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('a field without hint and error describes nothing', () => {
  render(
    <Field label="Diary" optional>
      <Textarea />
    </Field>,
  )
  expect(descriptionOf(screen.getByLabelText('Diary (optional)'))).toBeNull()
})

test('checkboxes and switches show their errors and hints', () => {
  render(
    <>
      <Checkbox label="I agree" error="Please confirm this." />
      <Switch label="Dark mode" hint="Kept on this device." />
    </>,
  )
  const box = screen.getByRole('checkbox', { name: 'I agree' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(box)).toBe('Please confirm this.')
  expect(descriptionOf(screen.getByRole('switch', { name: 'Dark mode' }))).toBe('Kept on this device.')
})

test('a form error is announced', () => {
  render(<FormError>Not saved. Try again.</FormError>)
  expect(screen.getByRole('alert').textContent).toBe('Not saved. Try again.')
})

test('[SHELL-35] a text above its limit stays whole, and its field counts and says so', () => {
  const show = (chars: number) => (
    <Field label="Note" hint="For everyone." limit={{ chars, max: 200 }}>
      <Textarea defaultValue={'x'.repeat(chars)} />
    </Field>
  )
  const { rerender } = render(show(100))
  const field = () => screen.getByRole('textbox', { name: 'Note' })
  expect([screen.queryByText('100/200'), descriptionOf(field())]).toEqual([null, 'For everyone.'])
  rerender(show(200))
  expect([screen.getByText('200/200').className, descriptionOf(field())]).toEqual(['', 'For everyone.'])
  rerender(show(201))
  expect(screen.getByText('201/200').parentElement?.className).toContain('text-danger')
  expect([descriptionOf(field()), field().getAttribute('aria-invalid')]).toEqual([
    'At most 200 characters.',
    'true',
  ])
})
