// Mutants: small faults of meaning, listed in test/mutants.json, each of which a test must notice.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

export interface Mutant {
  /** The requirement that it breaks. */
  id: string
  what: string
  file: string
  /** Occurs once in the file. */
  before: string
  after: string
  /** The files with a test that must fail. */
  tests: readonly string[]
}

/** The mutants of test/mutants.json whose id, file or tests contain one of the words; all without words. */
export function readMutants(words: readonly string[] = []): Mutant[] {
  const mutants = JSON.parse(readFileSync(join(root, 'test/mutants.json'), 'utf8')) as Mutant[]
  return mutants.filter(
    ({ id, file, tests }) =>
      words.length === 0 || words.some((word) => [id, file, ...tests].some((text) => text.includes(word))),
  )
}

/** Why a mutant can't be made of its file; null if it can. */
export function misfitOf({ file, before }: Mutant): string | null {
  const count = readFileSync(join(root, file), 'utf8').split(before).length - 1
  return count === 1 ? null : count === 0 ? 'TEXT NOT FOUND' : `TEXT FOUND ${count} TIMES`
}

/** The mutants that can't be made, each with its file and its text. */
export function misfits(mutants: readonly Mutant[]): string[] {
  return mutants.flatMap((mutant) => {
    const misfit = misfitOf(mutant)
    return misfit === null ? [] : [`${misfit} in ${mutant.file}: ${JSON.stringify(mutant.before)}`]
  })
}
