// The two API documents: of the calls, and of the live channel's messages.
import { asyncApi } from './asyncapi.ts'
import { readContracts } from './contracts.ts'
import type { Json } from './json-schema.ts'
import { openApi } from './openapi.ts'

export interface ApiDocuments {
  'openapi.json': Json
  'asyncapi.json': Json
}

export async function createApiDocuments(): Promise<ApiDocuments> {
  const contracts = await readContracts()
  return { 'openapi.json': openApi(contracts), 'asyncapi.json': asyncApi(contracts) }
}
