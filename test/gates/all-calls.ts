// Every call of every contract, for the gates to iterate over.
import type { Endpoint } from '#shared/endpoint.ts'
import { readContracts } from '../../scripts/api/contracts.ts'

const { calls: declared } = await readContracts()

export const calls: readonly Endpoint[] = declared.map(({ call }) => call)

/** A call's key in the matrix. */
export function methodAndPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

const features = new Map(declared.map(({ call, feature }) => [methodAndPath(call), feature]))

/** The feature whose contract declares a call; undefined without one. */
export function featureOf(call: string): string | undefined {
  return features.get(call)
}
