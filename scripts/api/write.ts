// npm run docs:api: writes docs/api/openapi.json and docs/api/asyncapi.json, as a release does. git ignores them.
import 'temporal-polyfill/global'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiDocuments } from './documents.ts'

const folder = join(import.meta.dirname, '../../docs/api')

mkdirSync(folder, { recursive: true })
for (const [name, document] of Object.entries(await createApiDocuments()))
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`)
