// npm test: installs what is missing, then the whole check; ends with the line 'N passed, N failed'.
import './node-version.mjs'
import { installWhatIsMissing } from './npm.mjs'

await installWhatIsMissing()
await import('./check.mjs')
