// npm run structure: how far the project is from its structural targets; `--list` names the places, too. `--mutants`
// plays the mutants of test/mutants.json, or those whose id, file or tests contain one of the words after it. `--words`
// removes from test/gates/words-allowed.json what no file has any more. `--without thanks` takes a leaf feature out of a
// copy, and runs types, rules and gates there.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import 'temporal-polyfill/global'
import { root } from './npm.mjs'

/** @typedef {{ what: string, target: string, places: readonly string[] }} Measure */
/** @typedef {{ id: string, what: string, file: string, before: string }} Mutant */
/** @typedef {{ mutant: Mutant, outcome: 'killed' | 'survived' | 'not played', detail: string }} MutantResult */

const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
if (args.includes('--mutants')) await playMutants()
else if (args.includes('--words')) await shrinkAllowedWords()
else if (args.includes('--without')) await playRemoval()
else await printMeasures()

async function printMeasures() {
  const { measureStructure } = await load('measures')
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
}

/** Exits with 1 unless the tests killed all of them. */
async function playMutants() {
  const [{ readMutants }, player] = await Promise.all([load('mutants'), load('mutant-player')])
  /** @type {MutantResult[]} */
  const results = []
  await player.playMutants(readMutants(words), (/** @type {MutantResult} */ result) => {
    results.push(result)
    const { mutant, outcome, detail } = result
    console.log(`${outcome.padEnd(10)}  ${mutant.id.padEnd(9)} ${mutant.what} (${mutant.file})`)
    if (detail !== '') console.log(`            ${detail}`)
  })
  const count = (/** @type {MutantResult['outcome']} */ outcome) =>
    results.filter((result) => result.outcome === outcome).length
  console.log(`\n${count('killed')} killed, ${count('survived')} survived, ${count('not played')} not played`)
  if (count('killed') < results.length) process.exitCode = 1
}

/** Exits with 1 if something failed without the feature. */
async function playRemoval() {
  const { removeFeature } = await load('removal')
  for (const feature of words) {
    const { changed, failures } = await removeFeature(feature)
    console.log(`Without ${feature}: ${changed.length} files changed (${changed.join(', ')})`)
    for (const failure of failures) console.log(`\nFailed: ${failure}`)
    if (failures.length > 0) process.exitCode = 1
  }
}

async function shrinkAllowedWords() {
  const { filesOfWords, shrunk, wordCountsOf } = await load('words')
  const path = join(root, 'test/gates/words-allowed.json')
  const allowed = shrunk(JSON.parse(readFileSync(path, 'utf8')), wordCountsOf(filesOfWords()))
  writeFileSync(path, `${JSON.stringify(allowed, null, 2)}\n`)
}

/** @param {string} name */
function load(name) {
  return import(pathToFileURL(join(root, `scripts/structure/${name}.ts`)).href)
}
