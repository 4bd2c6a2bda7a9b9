// Gate: each file and folder that docs/map.md names exists.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const topFolders = ['.ci', '.github', 'assets', 'dev', 'docs', 'e2e', 'ops', 'scripts', 'src', 'test']
const paths = new Set(topFolders)
for (const folder of topFolders)
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    paths.add(`${folder}/${name.replaceAll('\\', '/')}`)
for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile()))
  paths.add(name)
const all = [...paths]

/** The paths that a name with `*` or the number of a decision can mean. */
function matching(name: string): string[] {
  if (paths.has(name)) return [name]
  if (!/\*|\/\d{4}$/.test(name)) return []
  const pattern = name
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replace(/(\/\d{4})$/, '$1[^/]*')
  const regexp = new RegExp(`^${pattern}$`)
  return all.filter((path) => regexp.test(path))
}

/** The names of files and folders in a cell of the map; `{a,b}` are two. */
const namesIn = (cell: string) =>
  [...cell.matchAll(/`([^`\s]+)`/g)]
    .flatMap(([, name = '']) => {
      const [, before = '', parts = '', after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? []
      return parts === '' ? [name] : parts.split(',').map((part) => before + part + after)
    })
    .filter(
      (name) => /^[\w.*@-]+(\/[\w.*@-]+)*\/?$/.test(name) && /\/|\.(ts|tsx|mjs|json|md|sql)$/.test(name),
    )
    .map((name) => name.replace(/\/$/, ''))

/** The names of a row that mean nothing. Later names may be below the folders of earlier ones, or in each feature. */
function unknownNames(cell: string): string[] {
  const folders = ['.', 'src']
  return namesIn(cell).filter((name) => {
    const [found] = [...folders.toReversed(), 'src/features/*'].flatMap((folder) =>
      matching(folder === '.' ? name : `${folder}/${name}`),
    )
    for (let folder = found ?? '.'; folder !== '.'; folder = dirname(folder))
      if (!folders.includes(folder)) folders.push(folder)
    return found === undefined
  })
}

test('each file and folder of docs/map.md exists', () => {
  const rows = readFileSync(join(root, 'docs/map.md'), 'utf8').match(/^\| .+ \|$/gm) ?? []
  expect(rows.length).toBeGreaterThan(100)
  const cells = rows.map((row) => row.split(' | ')[1] ?? '')
  expect(cells.flatMap(namesIn).length).toBeGreaterThan(250)
  expect(cells.flatMap(unknownNames)).toEqual([])
})

test('a name without a file is noticed, also below an earlier folder', () => {
  expect(
    unknownNames('`features/reminders` (`rules.ts`, `server/chosen.ts`), `docs/decisions/0089`'),
  ).toEqual(['server/chosen.ts'])
  expect(
    unknownNames('`features/community/zone-change.ts`, `web/zone-setting.tsx`, each `contract.ts`'),
  ).toEqual(['web/zone-setting.tsx'])
})
