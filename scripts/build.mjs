// Builds the browser's part and the server into dist/, and knows whether that is still up to date.
import './node-version.mjs'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './npm.mjs'

const buildStamp = join(root, 'dist/built')
const buildInputs = ['src', 'package.json', 'package-lock.json', 'vite.config.ts']

/** Whether anything that goes into the build (or a folder that lost a file) is newer than the last whole build. */
export function isBuilt() {
  if (!existsSync(buildStamp)) return false
  // A release brings dist/ and no sources.
  if (!existsSync(join(root, 'src'))) return true
  const builtMs = statSync(buildStamp).mtimeMs
  return buildInputs.every((name) => newestMs(join(root, name)) <= builtMs)
}

/** @returns {Promise<number>} 0, or the exit code of the half that failed */
export async function build() {
  const begun = new Date()
  rmSync(buildStamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  for (const half of [[], ['--ssr']]) {
    const code = await run(process.execPath, [vite, 'build', '--logLevel', 'warn', ...half], { env })
    if (code !== 0) return code
  }
  // Dated at its beginning: a file saved while the build ran is newer than the build.
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(buildStamp, '')
  utimesSync(buildStamp, begun, begun)
  return 0
}

/**
 * @param {string} path
 * @returns {number} the latest change to this file, or to this folder and anything below it
 */
function newestMs(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await build()
