// The theme: default, persistence, other tabs, and denied storage.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentTheme, setTheme, startTheme, useTheme } from './theme.ts'

let stop: () => void = () => undefined

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = '<meta name="theme-color" content="" />'
  delete document.documentElement.dataset.theme
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const barColor = () => document.querySelector('meta[name=theme-color]')?.getAttribute('content')

function ThemeButton() {
  const { theme, setTheme: change } = useTheme()
  return (
    <button type="button" onClick={() => change(theme === 'dark' ? 'light' : 'dark')}>
      {theme}
    </button>
  )
}

test('[SHELL-17] the theme is light by default', () => {
  stop = startTheme()
  expect(currentTheme()).toBe('light')
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(barColor()).toBe('#faf7f3')
})

test('[SHELL-17] the choice is stored in local storage under `theme` and applied at load', () => {
  stop = startTheme()
  setTheme('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  stop()
  delete document.documentElement.dataset.theme
  stop = startTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(barColor()).toBe('#13111c')
})

test('[SHELL-17] an invalid stored value counts as light', () => {
  localStorage.setItem('theme', 'sepia')
  stop = startTheme()
  expect(currentTheme()).toBe('light')
})

test('[SHELL-17] a component shows the theme, changes it, and follows another tab', () => {
  stop = startTheme()
  render(<ThemeButton />)
  const button = screen.getByRole('button', { name: 'light' })
  fireEvent.click(button)
  expect(button.textContent).toBe('dark')
  localStorage.setItem('theme', 'light')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })))
  expect(button.textContent).toBe('light')
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('[SHELL-17] where storage is denied, the choice lasts for the page', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(throwStorageError)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwStorageError)
  stop = startTheme()
  expect(currentTheme()).toBe('light')
  setTheme('dark')
  expect(currentTheme()).toBe('dark')
})

function throwStorageError(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
