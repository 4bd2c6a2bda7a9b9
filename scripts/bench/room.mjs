// npm run bench: the cost of a room of ten thousand on one core, compared with a bare sender and common
// alternatives. The figures are ratios, since machines differ. `npm run bench -- --quick` takes small rooms, `npm
// run bench -- fan-out calls` only these parts; `npm run bench -- --docs` updates the tables in
// docs/performance.md. Run it on an idle machine.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { build, isBuilt } from '../build.mjs'
import { measureBus } from './room/bus.mjs'
import { measureCalls } from './room/calls.mjs'
import { makeCommunity } from './room/community.mjs'
import { updateDocsFigures } from './room/update-docs.mjs'
import { measureFanOut } from './room/fan-out.mjs'
import { capacityPlan } from './room/capacity-plan.mjs'
import { loadAverage, describeMachine, unsupportedReason } from './room/machine.mjs'
import { measureMemory, measureSlowReaders } from './room/memory.mjs'
import { measureMidnight } from './room/midnight.mjs'
import { cores, pinToCore } from './room/processes.mjs'
import { createReport } from './room/report.mjs'
import { measureStorms } from './room/join-storms.mjs'

const page = join(import.meta.dirname, '../../docs/performance.md')
const fullSizes = [2_000, 9_900]
const quickSizes = [300, 1_000]
const parts = {
  'fan-out': measureFanOut,
  storms: measureStorms,
  memory: measureMemory,
  'slow-readers': measureSlowReaders,
  midnight: measureMidnight,
  calls: measureCalls,
  bus: measureBus,
}

const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const named = words.filter((word) => !word.startsWith('--'))
const unknown = named.find((name) => !Object.hasOwn(parts, name))
const trouble =
  unknown === undefined
    ? unsupportedReason()
    : `No part is called ${unknown}: ${Object.keys(parts).join(', ')}.`

if (trouble === null) await run()
else {
  console.error(trouble)
  process.exitCode = 2
}

async function run() {
  if (!isBuilt() && (await build()) !== 0) throw new Error('The build failed.')
  const begunMs = performance.now()
  pinToCore(cores.loading)
  const sizes = isQuick ? quickSizes : fullSizes
  const report = createReport((line) => console.log(line))
  const where = `${describeMachine()}. Load before: ${loadAverage()}.`
  console.log(where)
  const community = await makeCommunity(sizes.at(-1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void community.close().finally(() => process.exit(1)))
  }
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (named.length > 0 && !named.includes(name)) continue
      await measured(() => measure({ community, report, sizes, rounds: isQuick ? 1 : 3, isQuick }), name)
    }
  } finally {
    await community.close()
  }
  const minutes = ((performance.now() - begunMs) / 60_000).toFixed(1)
  console.log(`\n${minutes} minutes.${report.verdict()}`)
  const growth = capacityPlan(report)
  if (growth !== null) console.log(`\n${growth}`)
  if (!words.includes('--docs')) return
  if (growth === null) throw new Error('--docs needs all parts.')
  updateDocsFigures(page, [`${where} ${minutes} minutes.`, report.markdown(), growth].join('\n\n'))
}

/** Runs one part; its failure doesn't stop the others. */
async function measured(measure, name) {
  try {
    await measure()
  } catch (error) {
    console.error(
      `  ${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = 1
  }
}
