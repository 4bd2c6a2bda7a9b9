// Builds the server and the web client in each language into dist/, and checks whether the build is up to date.
//   npm run build                                             everything
//   npm run build -- --language en                            the client in English alone; the option repeats
//   npm run build -- --language en-XA --out dist/pseudo       only a client, elsewhere, for tests; also --direction rtl
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { root, run } from './npm.mjs'

/** Contains the languages of the build. */
const buildStamp = join(root, 'dist/built')
const buildInputs = [
  'src',
  'scripts/build.mjs',
  'scripts/messages',
  'scripts/page-chunks.ts',
  'scripts/precache-list.ts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]

const vite = join(root, 'node_modules/vite/bin/vite.js')

/** Runs of vite side by side. Each needs 0.8 GB, and more of them were slower on two cores. */
const runsMax = 2

/**
 * The languages that have a catalog, or those in BUILD_LANGUAGES, such as 'en de'. The source is first: its pages are
 * for viewers of any other language, too.
 */
function allLanguages() {
  const chosen = process.env['BUILD_LANGUAGES']
  if (chosen) return chosen.split(' ')
  const translated = readdirSync(join(root, 'src/shared/i18n/messages'))
    .flatMap((name) => /^(.*)\.json$/.exec(name)?.[1] ?? [])
    .filter((language) => language !== 'en')
  return ['en', ...translated]
}

/**
 * Whether the last complete build has these languages, and is newer than all of its inputs, including folders that
 * lost a file.
 * @param {string[]} [languages] all by default
 */
export function isBuilt(languages) {
  if (!existsSync(buildStamp)) return false
  // A release contains dist/ and no sources.
  if (!existsSync(join(root, 'src'))) return true
  const built = readFileSync(buildStamp, 'utf8').split(' ')
  if (!(languages ?? allLanguages()).every((language) => built.includes(language))) return false
  const builtMs = statSync(buildStamp).mtimeMs
  return buildInputs.every((name) => newestMs(join(root, name)) <= builtMs)
}

/**
 * @param {string[]} [languages] all by default
 * @returns {Promise<number>} 0, or the exit code of the build that failed
 */
export async function build(languages = allLanguages()) {
  const startedAt = new Date()
  rmSync(buildStamp, { force: true })
  const code = await buildClient({ languages, out: join(root, 'dist/web'), withServer: true })
  if (code !== 0) return code
  writeCommit()
  // The build is dated by its start: a file saved while it runs is newer than the build.
  writeFileSync(buildStamp, languages.join(' '))
  utimesSync(buildStamp, startedAt, startedAt)
  return 0
}

/**
 * Writes the commit of the sources into the build, for the doctor, the start and the metrics: from BUILD_COMMIT, where no
 * repository is, else from git. Unknown, it is left out.
 */
export function writeCommit() {
  const file = join(root, 'dist/commit')
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = process.env['BUILD_COMMIT'] || (stdout ?? '').trim()
  if (/^[0-9a-f]{40}$/.test(commit)) writeFileSync(file, `${commit}\n`)
  else rmSync(file, { force: true })
}

/**
 * @param {{ languages: string[], out: string, withServer?: boolean, env?: Record<string, string> }} options
 * @returns {Promise<number>} 0, or the exit code of the build that failed
 */
async function buildClient({ languages, out, withServer = false, env }) {
  const parts = `${out}-parts`
  rmSync(parts, { recursive: true, force: true })
  /** @param {string} language */
  const ofLanguage = (language) => () =>
    runVite(['--outDir', join(parts, language)], { ...env, BUILD_LANGUAGE: language })
  const codes = await runSome([
    ...(withServer ? [() => runVite(['--ssr'])] : []),
    ...languages.map(ofLanguage),
  ])
  const failed = codes.find((code) => code !== 0)
  if (failed === undefined) {
    joinLanguages(languages, parts, out)
    await compressFiles(join(out, 'assets'))
  }
  rmSync(parts, { recursive: true, force: true })
  return failed ?? 0
}

/** @param {string[]} args @param {Record<string, string>} [env] */
function runVite(args, env) {
  return run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
}

/**
 * @param {(() => Promise<number>)[]} tasks
 * @returns {Promise<number[]>} their exit codes
 */
async function runSome(tasks) {
  const waiting = [...tasks]
  /** @type {number[]} */
  const codes = []
  const runNext = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) codes.push(await task())
  }
  await Promise.all(Array.from({ length: runsMax }, runNext))
  return codes
}

/**
 * Puts the clients together: all files in one folder, the pages of the first language at the top, those of the others
 * in a folder each, and one worker.
 * @param {string[]} languages
 * @param {string} parts
 * @param {string} out
 */
function joinLanguages(languages, parts, out) {
  const [first = '', ...others] = languages
  rmSync(out, { recursive: true, force: true })
  renameSync(join(parts, first), out)
  for (const language of others) {
    const part = join(parts, language)
    // The same name means the same bytes.
    cpSync(join(part, 'assets'), join(out, 'assets'), { recursive: true })
    for (const name of ['assets', 'sw.js']) rmSync(join(part, name), { recursive: true })
    renameSync(part, join(out, language))
  }
  /** @param {string} language */
  const folderOf = (language) => (language === first ? out : join(out, language))
  // Beside the worker, which browsers fetch at every visit: they need the list of one language.
  const precacheLists = languages.map((language) => {
    const list = readFileSync(join(folderOf(language), 'precache.json'), 'utf8')
    const name = `assets/ahead-${hashOf(list)}.json`
    renameSync(join(folderOf(language), 'precache.json'), join(out, name))
    return [language, `/${name}`]
  })
  // The same files make the same release, whatever else a build of the sources changed.
  const release = hashOf(readdirSync(join(out, 'assets')).toSorted().join())
  fillIn(
    join(out, 'sw.js'),
    '__BUILT__',
    JSON.stringify({ release, precacheLists: Object.fromEntries(precacheLists) }),
  )
  for (const language of languages) fillIn(join(folderOf(language), 'index.html'), '__RELEASE__', release)
}

/**
 * In digits and letters: the release names a lock of the page, and such a name can't begin with '-' (Web Locks API).
 * @param {string} text
 */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** @param {string} file @param {string} place @param {string} text */
function fillIn(file, place, text) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => text),
  )
}

/**
 * Precompresses static files; the server sends the .br or .gz beside a file. The service worker stays uncompressed:
 * a few kilobytes.
 * @param {string} folder
 */
async function compressFiles(folder) {
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const content = readFileSync(join(folder, name))
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content),
        promisify(gzip)(content, { level: 9 }),
      ])
      writeFileSync(join(folder, `${name}.br`), brotli)
      writeFileSync(join(folder, `${name}.gz`), gzipped)
    }),
  )
}

/**
 * @param {string} path
 * @returns {number} the latest change to this file, or to this folder and anything below it
 */
function newestMs(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { language, out, direction } = parseArgs({
    options: {
      language: { type: 'string', multiple: true },
      out: { type: 'string' },
      direction: { type: 'string' },
    },
  }).values
  process.exitCode =
    out === undefined
      ? await build(language)
      : await buildClient({
          languages: language ?? allLanguages(),
          out: resolve(root, out),
          env: direction === undefined ? {} : { BUILD_DIRECTION: direction },
        })
}
