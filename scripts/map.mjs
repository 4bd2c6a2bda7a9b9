// npm run map: every call with the roles that may make it, and the imports between features and modules.
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
const files = typeof output === 'string' ? [] : output.modules
printImports('features, with those that they build on', featureOf)
printImports('modules, with those that they import', moduleOf)

/**
 * Prints the imports between groups of files.
 * @param {string} title
 * @param {(file: string) => string | null} groupOf
 */
function printImports(title, groupOf) {
  /** @type {Map<string, Set<string>>} */
  const importsByGroup = new Map()
  for (const { source, dependencies } of files) {
    const from = groupOf(source)
    if (from === null) continue
    const to = importsByGroup.get(from) ?? new Set()
    for (const { resolved } of dependencies) {
      const group = groupOf(resolved)
      if (group !== null && group !== from) to.add(group)
    }
    importsByGroup.set(from, to)
  }
  console.log(`\n${title}`)
  for (const [from, to] of [...importsByGroup].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${from.padEnd(28)} ${[...to].toSorted().join(', ')}`)
}

/** @param {string} file */
function featureOf(file) {
  const [, layer, name = null] = file.split('/')
  return layer === 'features' ? name : null
}

/** @param {string} file */
function moduleOf(file) {
  const [, layer = '', name = '', side = ''] = file.split('/')
  if (layer === 'features') return ['server', 'web'].includes(side) ? `${name}/${side}` : name
  return layer === 'app' ? `app/${name}` : layer
}
