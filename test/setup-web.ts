// Runs before every test file of a screen: the console guard, and a clean page after each test.
import 'temporal-polyfill/global'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { guardConsole } from '#test/console.ts'

guardConsole()
afterEach(cleanup)
// The files of a worker share the packages they import, but not the state of our modules, such as open toasts.
afterAll(() => void vi.resetModules())

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
