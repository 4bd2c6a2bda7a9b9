// Runs before every test file of the server: cheap password hashes, and the console guard. The global setup starts
// the database server.
import 'temporal-polyfill/global'
import './english.ts'
import '#test/people/password-cost.ts'
import { guardConsole } from './console.ts'

guardConsole()
