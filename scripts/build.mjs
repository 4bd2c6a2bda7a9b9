// Builds the web client and the server into dist/, and checks whether the build is up to date.
import './node-version.mjs'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './npm.mjs'

const buildStamp = join(root, 'dist/built')
const buildInputs = ['src', 'package.json', 'package-lock.json', 'vite.config.ts']

/** Whether the last complete build is newer than all of its inputs, including folders that lost a file. */
export function isBuilt() {
  if (!existsSync(buildStamp)) return false
  // A release contains dist/ and no sources.
  if (!existsSync(join(root, 'src'))) return true
  const builtMs = statSync(buildStamp).mtimeMs
  return buildInputs.every((name) => newestMs(join(root, name)) <= builtMs)
}

/** @returns {Promise<number>} 0, or the exit code of the build that failed */
export async function build() {
  const startedAt = new Date()
  rmSync(buildStamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  for (const target of [[], ['--ssr']]) {
    const code = await run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...target], { env })
    if (code !== 0) return code
  }
  // The build is dated by its start: a file saved while it runs is newer than the build.
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(buildStamp, '')
  utimesSync(buildStamp, startedAt, startedAt)
  return 0
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

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await build()
