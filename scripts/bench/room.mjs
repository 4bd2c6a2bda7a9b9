// npm run bench: the cost of a room of ten thousand on one core, compared with a bare sender. The figures are ratios,
// since machines differ. `npm run bench -- --quick` takes small rooms, `npm run bench -- fan-out calls` only these
// parts; `npm run bench -- --docs` updates the tables in docs/performance.md, `npm run bench -- presence --docs` that
// of ten nodes alone, and `npm run bench -- stream --docs` that of a stream. Run it on an idle machine.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { build, isBuilt } from '../build.mjs'
import { measureBus } from './room/bus.mjs'
import { measureCalls } from './room/calls.mjs'
import { capacityPlan } from './room/capacity-plan.mjs'
import { createCommunity } from './room/community.mjs'
import { measureFanOut } from './room/fan-out.mjs'
import { measureStorms } from './room/join-storms.mjs'
import { loadAverage, describeMachine, unsupportedReason } from './room/machine.mjs'
import { measureMemory } from './room/memory.mjs'
import { measureMidnight } from './room/midnight.mjs'
import { measurePresence } from './room/presence.mjs'
import { cores, pinToCore } from './room/processes.mjs'
import { measurePush } from './room/push.mjs'
import { createReport } from './room/report.mjs'
import { measureSitting } from './room/sitting.mjs'
import { measureStream } from './room/stream.mjs'
import { updateDocsFigures } from './room/update-docs.mjs'

const page = join(import.meta.dirname, '../../docs/performance.md')
const fullSizes = [2_000, 9_900]
const quickSizes = [300, 1_000]
const parts = {
  'fan-out': measureFanOut,
  storms: measureStorms,
  memory: measureMemory,
  midnight: measureMidnight,
  sitting: measureSitting,
  calls: measureCalls,
  push: measurePush,
  bus: measureBus,
  presence: measurePresence,
  stream: measureStream,
}
/** Each has a table of its own in the docs. */
const partsWithTable = { presence: 'Presence', stream: 'Stream' }
/** They need no database and no built server. */
const partsWithoutCommunity = new Set(['presence'])

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const selectedParts = args.filter((arg) => !arg.startsWith('--'))
const unknown = selectedParts.find((name) => !Object.hasOwn(parts, name))
const usageError =
  unknown === undefined
    ? unsupportedReason()
    : `Unknown part: ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`

if (usageError === null) await run()
else {
  console.error(usageError)
  process.exitCode = 2
}

async function run() {
  const names = Object.keys(parts).filter(
    (name) => selectedParts.length === 0 || selectedParts.includes(name),
  )
  const needsBuild = names.some((name) => !partsWithoutCommunity.has(name))
  if (needsBuild && !isBuilt(['en']) && (await build(['en'])) !== 0) throw new Error('The build failed.')
  const startedMs = performance.now()
  pinToCore(cores.loading)
  const sizes = isQuick ? quickSizes : fullSizes
  const report = createReport((line) => console.log(line))
  const machine = `${describeMachine()}. Load before: ${loadAverage()}.`
  console.log(machine)
  for (const name of names)
    await runPart(name, sizes.at(-1), (community) =>
      parts[name]({ community, report, sizes, rounds: isQuick ? 1 : 3, isQuick }),
    )
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  console.log(`\n${minutes} minutes.${report.verdict()}`)
  const plan = capacityPlan(report)
  if (plan !== null) console.log(`\n${plan}`)
  if (!args.includes('--docs')) return
  const isOwn = (title) => Object.values(partsWithTable).includes(title)
  const update = (section, text) =>
    updateDocsFigures(page, section, [`${machine} ${minutes} minutes.`, ...text].join('\n\n'))
  for (const [name, title] of Object.entries(partsWithTable))
    if (names.includes(name)) update(name, [report.markdown((each) => each === title)])
  if (names.every((name) => Object.hasOwn(partsWithTable, name))) return
  if (plan === null) throw new Error('--docs needs all parts, or those with a table of their own.')
  update('figures', [report.markdown((title) => !isOwn(title)), plan])
}

/**
 * Runs one part in a community of its own: a sitting of one part could be in another's way. Its failure doesn't stop
 * the others.
 */
async function runPart(name, memberCount, measure) {
  const community = partsWithoutCommunity.has(name) ? null : await createCommunity(memberCount)
  const stop = () => void (community?.close() ?? Promise.resolve()).finally(() => process.exit(1))
  for (const signal of stopSignals) process.once(signal, stop)
  try {
    await measure(community)
  } catch (error) {
    console.error(
      `  ${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = 1
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
    await community?.close()
  }
}
