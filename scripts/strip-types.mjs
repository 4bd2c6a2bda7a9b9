// A module hook of the browser tests: loads our TypeScript by removing the types from it. Lines and columns stay.
// Playwright's own transformation of the server and the tests took seventeen seconds of the processor. From Node 22 on,
// Playwright's hooks are ahead of this one.
import { readFileSync } from 'node:fs'
import { transformSync } from '@swc/wasm-typescript'

/** With this ending Playwright asks for the source map of a test file beforehand. It needs none. */
const preflight = '.esm.preflight'
const root = new URL('../', import.meta.url).href
const sources = new RegExp(`^${root}(?:src|test|e2e|scripts)/.*[.]ts(?:${preflight})?$`)

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!sources.test(url)) return nextLoad(url, context)
  const source = url.endsWith(preflight) ? '' : withoutTypes(new URL(url))
  return { format: 'module', source, shortCircuit: true }
}

/** @param {URL} file */
function withoutTypes(file) {
  return transformSync(readFileSync(file, 'utf8'), { mode: 'strip-only', filename: file.pathname }).code
}
