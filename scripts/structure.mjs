// npm run structure: prints the lines of the project by kind. `--changed rhythm 4fa3f45c 2ce81bd0` prints the files outside
// of a feature that its commits changed. `--without thanks` takes a feature out of a copy, and runs types, rules and gates
// there, unless a statement of others reads its tables. `--mutants` plays the mutants of test/mutants.json, or those whose
// id, file or tests contain one of the words after it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import 'temporal-polyfill/global'
import { root } from './npm.mjs'

/** @typedef {{ id: string, what: string, file: string, before: string }} Mutant */
/** @typedef {{ mutant: Mutant, outcome: 'killed' | 'survived' | 'not played', detail: string }} MutantResult */

const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
if (args.includes('--mutants')) await playMutants()
else if (args.includes('--changed')) await printChanged()
else if (args.includes('--without')) await playRemoval()
else await printSize()

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

/** Exits with 1 if a feature can't be taken out, or something fails without it. */
async function playRemoval() {
  const { planRemoval, failuresWithout } = await load('removal')
  for (const feature of words) {
    const plan = await planRemoval(feature)
    const paths = plan.changed.map((/** @type {{ path: string }} */ { path }) => path)
    console.log(`Without ${feature}: ${paths.length} files changed (${paths.join(', ')})`)
    for (const reader of plan.readers) console.log(`Can’t be taken out: its tables are read in ${reader}`)
    if (plan.readers.length > 0) process.exitCode = 1
    else
      for (const failure of failuresWithout(plan)) {
        console.log(`\nFailed: ${failure}`)
        process.exitCode = 1
      }
  }
}

async function printSize() {
  const { sizeByKind } = await load('size')
  /** @type {readonly { kind: string, files: number, lines: number }[]} */
  const sizes = sizeByKind()
  for (const { kind, files, lines } of sizes)
    console.log(`${kind.padEnd(27)} ${String(files).padStart(5)} files ${String(lines).padStart(7)} lines`)
}

async function printChanged() {
  const { filesChanged } = await load('size')
  const [feature, ...commits] = words
  /** @type {readonly { path: string, kind: string }[]} */
  const changed = filesChanged(feature, commits)
  for (const { path, kind } of changed) console.log(`${kind.padEnd(27)} ${path}`)
  console.log(`\n${changed.length} existing files outside of ${feature}, changed by hand`)
}

/** @param {string} name */
function load(name) {
  return import(pathToFileURL(join(root, `scripts/structure/${name}.ts`)).href)
}
