// npm run map: every call with the roles that may make it, and the imports between modules.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import 'temporal-polyfill/global'
import { root } from './npm.mjs'

/** @typedef {{ feature: string, call: { method: string, path: string, needs: string } }} Declared */

const { readContracts } = await import(pathToFileURL(join(root, 'scripts/api/contracts.ts')).href)
/** @type {{ calls: readonly Declared[] }} */
const { calls } = await readContracts()
for (const [index, { feature, call }] of calls.entries()) {
  if (calls[index - 1]?.feature !== feature) console.log(`\n${feature}`)
  console.log(`  ${call.method.padEnd(6)} ${call.path.padEnd(44)} ${call.needs}`)
}

const { output } = await cruise(['src'], {
  baseDir: root,
  includeOnly: '^src/',
  exclude: '[.]test[.]tsx?$',
  tsPreCompilationDeps: true,
})
/** @type {Map<string, Set<string>>} */
const importsByModule = new Map()
for (const { source, dependencies } of typeof output === 'string' ? [] : output.modules) {
  const from = moduleOf(source)
  const to = importsByModule.get(from) ?? new Set()
  for (const { resolved } of dependencies) if (moduleOf(resolved) !== from) to.add(moduleOf(resolved))
  importsByModule.set(from, to)
}
console.log('\nimports between modules')
for (const [from, to] of [...importsByModule].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`  ${from.padEnd(28)} ${[...to].toSorted().join(', ')}`)

/** @param {string} file */
function moduleOf(file) {
  const [, layer = '', name = '', side = ''] = file.split('/')
  if (layer === 'features') return ['server', 'web'].includes(side) ? `${name}/${side}` : name
  return layer === 'app' ? `app/${name}` : layer
}
