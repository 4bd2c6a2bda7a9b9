// Every call of every contract, for the gates to iterate over.
import type { Endpoint } from '#shared/endpoint.ts'
import { readContracts } from '../../scripts/api/contracts.ts'

export const calls: readonly Endpoint[] = (await readContracts()).calls.map(({ call }) => call)

/** A call's key in the matrix. */
export function methodAndPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}
