// npm run structure: how far the project is from its structural targets. `--list` names the places, too.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import 'temporal-polyfill/global'
import { root } from './npm.mjs'

/** @typedef {{ what: string, target: string, places: readonly string[] }} Measure */

const args = process.argv.slice(2)
const { measureStructure } = await import(pathToFileURL(join(root, 'scripts/structure/measures.ts')).href)
/** @type {readonly Measure[]} */
const measures = await measureStructure()
const isListed = args.includes('--list')
const width = Math.max(...measures.map(({ what }) => what.length))
console.log(`${'what'.padEnd(width)}  today  target`)
for (const { what, target, places } of measures) {
  console.log(`${what.padEnd(width)}  ${String(places.length).padStart(5)}  ${target}`)
  if (isListed) for (const place of places) console.log(`  ${place}`)
}
if (!isListed) console.log('\nnpm run structure -- --list names the places.')
