// node scripts/release.mjs: the steps of a release.
//   notes v1.2.3     prints this version's section of CHANGELOG.md; both it and package.json must know the version
//   address URL      replaces the repository's address in every file that names it
//   pack FOLDER      writes the archive of the built product, and its checksum
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, writeCommit } from './build.mjs'
import { npm, root, run } from './npm.mjs'

/** The files with the repository's address. test/gates/release.test.ts checks that there are no others. */
const filesWithAddress = ['package.json', 'SECURITY.md', 'docs/operations.md', 'ops/docker/.env.example']

/** The files that run, operate and document the product. */
const packedPaths = [
  'dist',
  'assets',
  'docs',
  'ops',
  'scripts/build.mjs',
  'scripts/node-version.mjs',
  'scripts/npm.mjs',
  'scripts/operate.mjs',
  'scripts/start.mjs',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]

const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @param {string} tag */
function notes(tag) {
  if (tag !== `v${version}`) fail(`The tag ${tag} is not v${version}, the version in package.json.`)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, title = '', text = ''] =
    changelog
      .split(/^(?=## )/m)
      .map((section) => /^(## .*)\n([\s\S]*)$/.exec(section) ?? [])
      .find(([, heading = '']) => heading.startsWith(`## [${version}]`)) ?? []
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(title)) {
    fail(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`)
  }
  process.stdout.write(`${text.trim()}\n`)
}

/** @param {string} url */
function address(url) {
  const [to = ''] = /(?<=^https:\/\/github\.com\/)[\w.-]+\/[\w.-]+$/.exec(url) ?? []
  if (to === '') fail(`${url} is not an address such as https://github.com/owner/name.`)
  const from = repository.url.replace(/^.*github\.com\/|\.git$/g, '')
  for (const name of filesWithAddress) {
    const file = join(root, name)
    const text = readFileSync(file, 'utf8')
    // Image names must be lower-case.
    const changed = text
      .replaceAll(`ghcr.io/${from.toLowerCase()}`, `ghcr.io/${to.toLowerCase()}`)
      .replaceAll(`github.com/${from}`, `github.com/${to}`)
    if (changed !== text) writeFileSync(file, changed)
  }
}

/** @param {string} folder */
async function pack(folder) {
  if (!isBuilt()) fail('dist/ is missing or older than its sources: npm run build.')
  if ((await npm(['run', '--silent', 'docs:api'])) !== 0) fail('The API reference couldn’t be written.')
  // Since the build a commit may have changed documents alone.
  writeCommit()
  mkdirSync(folder, { recursive: true })
  const name = `stillwater-${version}`
  const archive = join(folder, `${name}.tar.gz`)
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--transform=s,^,${name}/,`]
  // --transform would rewrite link targets; there are no links.
  const code = await run('tar', [
    '--create',
    '--gzip',
    '--file',
    archive,
    ...owner,
    '--exclude=assets/source',
    ...packedPaths,
  ])
  if (code !== 0) process.exit(code)
  const checksum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), `${checksum}  ${name}.tar.gz\n`)
  console.log(archive)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}

const commands = { notes, address, pack }
const [command = '', argument = ''] = process.argv.slice(2)
const found = Object.entries(commands).find(([name]) => name === command)
if (!found || argument === '') fail('Usage: node scripts/release.mjs notes TAG | address URL | pack FOLDER')
await found[1](argument)
