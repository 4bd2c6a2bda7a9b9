// Gate: exported names follow docs/writing.md: one verb per action, and unique names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')

const bannedVerbs =
  /^(hold|tell|say|hear|note|keep|begin|end|outlive|look|remove|drop|forget|empty|blank|sweep|void|release)(?=[A-Z]|$)/

const bannedNouns = /(Means|Wish|Asked|Refusal)$/

/** Names that contain a banned verb because it is the term of the called API. */
const terms = new Set(['dropDatabase'])

interface SourceFile {
  path: string
  text: string
}

function namingFaults(files: readonly SourceFile[]): string[] {
  const issues: string[] = []
  const exportedFrom = new Map<string, string>()
  for (const { path, text } of files) {
    const exports = text.matchAll(
      /^export (?:async )?(?:function|const|class|interface|type) (\w+)(\(|<|.*=>)?/gm,
    )
    for (const [, name = '', call] of exports) {
      const isBanned = bannedNouns.test(name) || (call !== undefined && bannedVerbs.test(name))
      if (isBanned && !terms.has(name)) issues.push(`${path}: ${name}`)
      const other = exportedFrom.get(name)
      if (other !== undefined && other !== path) issues.push(`${path}: ${name} is exported by ${other} too`)
      exportedFrom.set(name, path)
    }
  }
  return issues
}

test('exported names use no banned verb or noun, and are unique', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith('/test/proof.ts'))
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
  expect(files.length).toBeGreaterThan(300)
  expect(namingFaults(files)).toEqual([])
})

test('the check reports a banned verb, a banned noun and a duplicate name', () => {
  const issues = namingFaults([
    { path: 'a.ts', text: 'export async function holdMember() {}\nexport interface SendMeans {}' },
    { path: 'b.ts', text: 'export const createRoom = 1\nexport function endorse() {}' },
    { path: 'c.ts', text: 'export function createRoom() {}\nexport const say = () => {}' },
  ])
  expect(issues).toEqual([
    'a.ts: holdMember',
    'a.ts: SendMeans',
    'c.ts: createRoom is exported by b.ts too',
    'c.ts: say',
  ])
})
