// npm run map: every call with who may make it, and which room of the house imports which.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import 'temporal-polyfill/global'
import { root } from './npm.mjs'

/** @typedef {{ method: string, path: string, needs: string }} Call */

for (const feature of readdirSync(join(root, 'src/features')).toSorted()) {
  const contract = await import(pathToFileURL(join(root, 'src/features', feature, 'contract.ts')).href)
  const calls = Object.values(contract).flatMap(callsIn)
  console.log(`\n${feature}`)
  for (const { method, path, needs } of calls)
    console.log(`  ${method.padEnd(6)} ${path.padEnd(44)} ${needs}`)
}

const { output } = await cruise(['src'], {
  baseDir: root,
  includeOnly: '^src/',
  exclude: '[.]test[.]tsx?$',
  tsPreCompilationDeps: true,
})
/** @type {Map<string, Set<string>>} */
const rooms = new Map()
for (const { source, dependencies } of typeof output === 'string' ? [] : output.modules) {
  const from = roomOf(source)
  const to = rooms.get(from) ?? new Set()
  for (const { resolved } of dependencies) if (roomOf(resolved) !== from) to.add(roomOf(resolved))
  rooms.set(from, to)
}
console.log('\nwho imports whom')
for (const [from, to] of [...rooms].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(`  ${from.padEnd(28)} ${[...to].toSorted().join(', ')}`)

/**
 * @param {unknown} exported anything that a contract exports
 * @returns {Call[]} the calls in it, if it is a list of calls by name
 */
function callsIn(exported) {
  if (typeof exported !== 'object' || exported === null) return []
  return Object.values(exported).filter((it) => typeof it?.method === 'string' && typeof it.path === 'string')
}

/** @param {string} file */
function roomOf(file) {
  const [, room = '', name = '', side = ''] = file.split('/')
  if (room === 'features') return ['server', 'web'].includes(side) ? `${name}/${side}` : name
  return room === 'app' ? `app/${name}` : room
}
