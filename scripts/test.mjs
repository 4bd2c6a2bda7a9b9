// npm test: installs missing packages, then runs the whole check; ends with the line 'N passed, N failed'.
import './node-version.mjs'
import { ensureInstalled } from './npm.mjs'

await ensureInstalled()
await import('./check.mjs')
