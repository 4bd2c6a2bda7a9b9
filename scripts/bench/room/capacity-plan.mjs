// A capacity plan from the measurements: the limits of node, bus and database, and the number of nodes needed.
import { formatValue } from './report.mjs'
import { messageText, presenceBytes } from './sample-frames.mjs'

const communities = [10_000, 100_000, 1_000_000]
/** The planned load of a core; the rest is headroom for bursts. */
const plannedShare = 0.6
const midnightMs = 5_000
/** The message rate limit of a room. */
const messagesPerSecond = 20
const onlineCountPolls = 1 / 10 + 1 / 30
const heartbeatsPerSecond = 1 / 30
const pingsPerSecond = 1 / 30
/** Presence frames while members join and leave. */
const presencePerSecond = 1
/** The most bus messages a second of a node: presence changes and its heartbeat. */
const nodeEventsPerSecond = { storm: 20, idle: 2 }
/** What a member receives, without the video and the headers of packets. */
const bytesPerSecond = messagesPerSecond * messageText().length + presencePerSecond * presenceBytes()
const descriptorsPerProcess = 20_000

const names = [
  'deliveryUs',
  'batchedDeliveryUs',
  'pollUs',
  'heartbeatUs',
  'heartbeatPerSecond',
  'memberKb',
  'midnightUs',
  'busEventUs',
  'busReceiverUs',
  'busReceiveUs',
  'rosterKb',
]

/** The plan as Markdown; or which measurements are missing, when only some parts ran. */
export function capacityPlan(report) {
  const figures = Object.fromEntries(names.map((name) => [name, report.metric(name)]))
  const missing = names.filter((name) => Number.isNaN(figures[name]))
  if (missing.length > 0) return null
  const load = loadOf(figures)
  const membersByLoad = (plannedShare * 1_000_000) / load.total
  const membersByMidnight = (midnightMs * 1_000) / figures.midnightUs
  const membersOfNode = Math.min(membersByLoad, membersByMidnight, descriptorsPerProcess / 2)
  return [
    '### Capacity plan',
    `CPU time of a node per member, in µs a second:\n\n${loadTable(load, figures)}`,
    `A node on one core, planned at ${plannedShare * 100} % utilization, serves **${round(membersByLoad)} members** under this load. Midnight within ${midnightMs / 1_000} s allows ${round(membersByMidnight)}. The open-files limit allows ${descriptorsPerProcess / 2}, with a socket and an HTTP connection each. Their memory: ${formatValue((membersOfNode * figures.memberKb) / 1_024)} MB.`,
    nodesTable(figures, membersOfNode),
  ].join('\n\n')
}

function loadOf({ deliveryUs, batchedDeliveryUs, pollUs, heartbeatUs }) {
  const parts = {
    chat: messagesPerSecond * batchedDeliveryUs,
    presence: presencePerSecond * deliveryUs,
    polls: onlineCountPolls * pollUs,
    heartbeats: heartbeatsPerSecond * heartbeatUs,
    // One frame for the ping, and about as much for the pong.
    pings: pingsPerSecond * 2 * deliveryUs,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}

function loadTable(load, { deliveryUs, batchedDeliveryUs, pollUs, heartbeatUs }) {
  const rows = [
    ['chat', `${messagesPerSecond} messages × ${formatValue(batchedDeliveryUs)}`, load.chat],
    [
      'presence, while members join and leave',
      `${presencePerSecond} frame × ${formatValue(deliveryUs)}`,
      load.presence,
    ],
    ['polls every 10 and 30 s', `${formatValue(onlineCountPolls)} × ${formatValue(pollUs)}`, load.polls],
    [
      'session heartbeat every 30 s',
      `${formatValue(heartbeatsPerSecond)} × ${formatValue(heartbeatUs)}`,
      load.heartbeats,
    ],
    [
      'WebSocket ping every 30 s',
      `${formatValue(pingsPerSecond)} × 2 × ${formatValue(deliveryUs)}`,
      load.pings,
    ],
    ['total', '', load.total],
  ]
  const lines = rows.map(([what, how, us]) => `| ${what} | ${how} | ${formatValue(us)} |`)
  return ['| load | calculation | µs |', '| --- | --- | --: |', ...lines].join('\n')
}

function nodesTable(figures, membersOfNode) {
  const head =
    '| members | nodes | bus events/s: idle – storm | CPU of Redis | CPU of a node for bus events | roster memory per node | heartbeats/s | databases | sent by all nodes |'
  const lines = communities.map((members) => {
    const nodes = Math.ceil(members / membersOfNode)
    const [idle, storm] = [nodeEventsPerSecond.idle, nodeEventsPerSecond.storm].map(
      (nodeEvents) => messagesPerSecond + nodes * nodeEvents,
    )
    const redisUs = figures.busEventUs + (nodes - 1) * figures.busReceiverUs
    const redis = [idle, storm].map((events) => percent(nodes === 1 ? 0 : events * redisUs))
    const receiving = [idle, storm].map((events) => percent(nodes === 1 ? 0 : events * figures.busReceiveUs))
    const memory = `${round((members * figures.rosterKb) / 1_024)} MB`
    const beats = members * heartbeatsPerSecond
    const databases = formatValue(beats / figures.heartbeatPerSecond)
    const bandwidth = `${formatValue((members * bytesPerSecond * 8) / 1e9)} Gbit/s`
    const busEvents = nodes === 1 ? '–' : `${round(idle)} – ${round(storm)}`
    return `| ${members.toLocaleString('en')} | ${nodes} | ${busEvents} | ${redis.join(' – ')} | ${receiving.join(' – ')} | ${memory} | ${round(beats)} | ${databases} | ${bandwidth} |`
  })
  return [head, '| --: | --: | --: | --: | --: | --: | --: | --: | --: |', ...lines].join('\n')
}

function percent(usPerSecond) {
  return `${formatValue(usPerSecond / 10_000)} %`
}

function round(number) {
  return Math.round(number).toLocaleString('en')
}
