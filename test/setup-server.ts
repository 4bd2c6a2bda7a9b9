// Runs before every test file of the server: the console guard; the database server is the run's own setup.
import 'temporal-polyfill/global'
import { guardConsole } from '#test/console.ts'

guardConsole()
