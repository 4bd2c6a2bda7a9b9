// The two API documents that are committed to the repository.
import { asyncApi } from './asyncapi.ts'
import { readContracts } from './contracts.ts'
import { openApi } from './openapi.ts'

/** Their texts, by path below the project root. */
export async function renderApiDocuments(): Promise<Record<string, string>> {
  const contracts = await readContracts()
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`
  return {
    'docs/api/openapi.json': text(openApi(contracts)),
    'docs/api/asyncapi.json': text(asyncApi(contracts)),
  }
}
