// npm run lock: completes package-lock.json with other platforms' optional packages that a registry mirror omitted,
// and with every missing checksum. A mirror may carry the binaries of one platform only. The lock file that npm
// writes there names no others, and npm ci then rejects it as incomplete, here and on every other platform.
import { readFileSync, writeFileSync } from 'node:fs'
import { root } from './npm.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Locked
 */

const file = `${root}package-lock.json`
/** @type {{ packages: Record<string, Locked & Record<string, unknown>> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []
const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (path === '' || isLocked(path, name, version)) continue
    const top = `node_modules/${name}`
    const entryPath = top in lock.packages ? `${path}/${top}` : top
    lock.packages[entryPath] = { version, ...platform(name), ...(dev ? { dev } : {}), optional: true }
    added.push(`${name} ${version}`)
  }
}

const unchecked = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity)
const unpublished = []
for (const [path, { version = '', ...rest }] of unchecked) {
  const name = path.replace(/^.*node_modules\//, '')
  const integrity = await checksum(name, version)
  // The same order of keys as npm.
  if (integrity !== null) lock.packages[path] = { version, integrity, ...rest }
  else unpublished.push(`${name} ${version}`)
}

if (added.length > 0 || unchecked.length > unpublished.length) {
  const [[project, own] = ['', {}], ...others] = Object.entries(lock.packages)
  const sorted = others.toSorted(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries([[project, own], ...sorted])
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
if (added.length > 0) console.log(`Added:\n  ${added.join('\n  ')}`)
if (unpublished.length > 0) {
  console.error(`No checksum at ${registry}, choose another version:\n  ${unpublished.join('\n  ')}`)
  process.exitCode = 1
} else console.log(`The lock file is complete; ${unchecked.length} checksums were missing.`)

/**
 * @param {string} name
 * @param {string} version
 * @returns {Promise<string | null>} the registry's checksum of the archive; null where it has no such version
 */
async function checksum(name, version) {
  const url = new URL(`${name.replace('/', '%2f')}/${version}`, registry)
  const response = await fetch(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${url.href} returned ${response.status}.`)
  const { dist } = /** @type {{ dist?: { integrity?: string } }} */ (await response.json())
  return dist?.integrity ?? null
}

/**
 * Whether a package can resolve a dependency in its own folder or in one above it.
 * @param {string} path
 * @param {string} name
 * @param {string} version exact, or a range that any version may meet
 */
function isLocked(path, name, version) {
  const above = path
    .split('/node_modules/')
    .map((_, i, parts) => parts.slice(0, i + 1).join('/node_modules/'))
  const found = [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
    .map((entryPath) => lock.packages[entryPath])
    .filter((entry) => entry !== undefined)
  return found.some((entry) => entry.version === version || !/^\d/.test(version))
}

/**
 * The platforms in a package's name: without them npm would try to install it everywhere.
 * @param {string} name
 */
function platform(name) {
  const words = name.split(/[/-]/)
  const os = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'].filter((entry) =>
    words.includes(entry),
  )
  const cpu = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'wasm32'].filter((entry) =>
    words.includes(entry),
  )
  const libc = words.some((entry) => entry.startsWith('musl'))
    ? ['musl']
    : words.some((entry) => entry.startsWith('gnu'))
      ? ['glibc']
      : []
  if (cpu.length !== 1) throw new Error(`${name}: the name contains no CPU architecture.`)
  return { cpu, ...(os.length > 0 ? { os } : {}), ...(libc.length > 0 ? { libc } : {}) }
}
