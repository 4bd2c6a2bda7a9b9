// Runs before every test file of the rules: Temporal where Node has none yet, and the console guard.
import 'temporal-polyfill/global'
import { guardConsole } from '#test/console.ts'

guardConsole()
