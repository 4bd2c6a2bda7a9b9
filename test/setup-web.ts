// Runs before every test file of a screen: the console guard, and a clean page after each test.
import 'temporal-polyfill/global'
import './english.ts'
import './web/no-owner-stacks.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { setCommunity } from '#web/community.ts'
import { guardConsole } from './console.ts'
import { testCommunity } from './web/community.ts'

guardConsole()
// Failures that the page only logs are what many tests are about.
Object.assign(console, { info: () => undefined })
setCommunity(testCommunity)
afterEach(() => {
  cleanup()
  // Nested dialogs that are unmounted together leave the body without a pointer (Radix' DismissableLayer).
  document.body.removeAttribute('style')
  delete document.documentElement.dataset['theme']
  // Drafts of forms.
  localStorage.clear()
  sessionStorage.clear()
})
// The files of a worker share the packages they import, but not the state of our modules, such as open toasts.
afterAll(() => vi.resetModules())

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
