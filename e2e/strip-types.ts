// A module hook of the browser tests: loads our TypeScript by removing the types from it. Lines and columns stay.
// Playwright's own transformation of the server and the tests took seventeen seconds of the processor.
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { transformSync } from '@swc/wasm-typescript'

/** With this ending Playwright asks for the source map of a test file beforehand. It needs none. */
const preflight = '.esm.preflight'
const root = new URL('../', import.meta.url).href
const sources = new RegExp(`^${root}(?:src|test|e2e|scripts)/.*[.]ts(?:${preflight})?$`)

/** The hook, as Node calls it. */
export function load<Context, Result>(
  url: string,
  context: Context,
  nextLoad: (url: string, context: Context) => Result,
) {
  if (!sources.test(url)) return nextLoad(url, context)
  const source = url.endsWith(preflight) ? '' : withoutTypes(new URL(url))
  return { format: 'module', source, shortCircuit: true }
}

function withoutTypes(file: URL): string {
  return transformSync(readFileSync(file, 'utf8'), { mode: 'strip-only', filename: file.pathname }).code
}

/** Installs the hook ahead of those that are there. */
export function stripTypes(): void {
  // Node 20 knows hooks in a thread of their own alone.
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: { load: typeof load }) => unknown }
  if (registerHooks) registerHooks({ load })
  else nodeModule.register(import.meta.url)
}
