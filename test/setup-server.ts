// Runs before every test file of the server: the console guard. The global setup starts the database server.
import 'temporal-polyfill/global'
import { guardConsole } from '#test/console.ts'

guardConsole()
