// npm run derive: writes the parts of files that follow from declarations; a gate compares them.
import 'temporal-polyfill/global'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedFiles, root } from './parts.ts'

for (const [file, text] of await derivedFiles()) writeFileSync(join(root, file), text)
