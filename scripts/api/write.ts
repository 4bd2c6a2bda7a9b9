// npm run docs:api: generates docs/api/openapi.json and docs/api/asyncapi.json from the contracts.
import 'temporal-polyfill/global'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderApiDocuments } from './documents.ts'

const root = join(import.meta.dirname, '../..')

for (const [name, text] of Object.entries(await renderApiDocuments())) writeFileSync(join(root, name), text)
