// Runs before every test file of a screen: the console guard, and a clean page after each test.
import 'temporal-polyfill/global'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { guardConsole } from '#test/console.ts'

guardConsole()
afterEach(cleanup)

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
