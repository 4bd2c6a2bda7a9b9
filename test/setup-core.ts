// Runs before every test file of the rules: the Temporal polyfill, and the console guard.
import 'temporal-polyfill/global'
import './english.ts'
import { guardConsole } from './console.ts'

guardConsole()
