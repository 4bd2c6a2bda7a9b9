// Gate: what `npm run derive` writes is up to date.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { derivedFiles, root } from '../../scripts/derived/parts.ts'

const files = await derivedFiles()

test.each([...files])('%s has what follows from the declarations', (file, text) => {
  expect(readFileSync(join(root, file), 'utf8') === text, 'Run npm run derive.').toBe(true)
})
