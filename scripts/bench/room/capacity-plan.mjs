// A capacity plan from the measurements: the limits of node, bus and database, and the number of nodes needed.
import { formatFigure } from './report.mjs'

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
const nodeSaysPerSecond = { moving: 20, calm: 2 }
const descriptorsPerProcess = 20_000

const names = [
  'eachUs',
  'busyUs',
  'pollUs',
  'heartbeatUs',
  'heartbeatPerSecond',
  'memberKb',
  'midnightUs',
  'busEventUs',
  'busHearerUs',
  'hearingUs',
  'rollKb',
]

/** The plan as Markdown; or which measurements are missing, when only some parts ran. */
export function capacityPlan(report) {
  const figures = Object.fromEntries(names.map((name) => [name, report.figure(name)]))
  const missing = names.filter((name) => Number.isNaN(figures[name]))
  if (missing.length > 0) return null
  const load = loadOf(figures)
  const membersByLoad = (plannedShare * 1_000_000) / load.total
  const membersByMidnight = (midnightMs * 1_000) / figures.midnightUs
  const membersOfNode = Math.min(membersByLoad, membersByMidnight, descriptorsPerProcess / 2)
  return [
    '### Capacity plan',
    `CPU time of a node per member, in µs a second:\n\n${loadTable(load, figures)}`,
    `A node on one core, planned at ${plannedShare * 100} % utilization, serves **${round(membersByLoad)} members** under this load. Midnight within ${midnightMs / 1_000} s allows ${round(membersByMidnight)}. The open-files limit allows ${descriptorsPerProcess / 2}, with a socket and an HTTP connection each. Their memory: ${formatFigure((membersOfNode * figures.memberKb) / 1_024)} MB.`,
    nodesTable(figures, membersOfNode),
  ].join('\n\n')
}

function loadOf({ eachUs, busyUs, pollUs, heartbeatUs }) {
  const parts = {
    chat: messagesPerSecond * busyUs,
    presence: presencePerSecond * eachUs,
    polls: onlineCountPolls * pollUs,
    heartbeats: heartbeatsPerSecond * heartbeatUs,
    // One frame for the ping, and about as much for the pong.
    pings: pingsPerSecond * 2 * eachUs,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}

function loadTable(load, { eachUs, busyUs, pollUs, heartbeatUs }) {
  const rows = [
    ['chat', `${messagesPerSecond} messages × ${formatFigure(busyUs)}`, load.chat],
    [
      'presence, while members join and leave',
      `${presencePerSecond} frame × ${formatFigure(eachUs)}`,
      load.presence,
    ],
    ['polls every 10 and 30 s', `${formatFigure(onlineCountPolls)} × ${formatFigure(pollUs)}`, load.polls],
    [
      'session heartbeat every 30 s',
      `${formatFigure(heartbeatsPerSecond)} × ${formatFigure(heartbeatUs)}`,
      load.heartbeats,
    ],
    [
      'WebSocket ping every 30 s',
      `${formatFigure(pingsPerSecond)} × 2 × ${formatFigure(eachUs)}`,
      load.pings,
    ],
    ['total', '', load.total],
  ]
  const lines = rows.map(([what, how, us]) => `| ${what} | ${how} | ${formatFigure(us)} |`)
  return ['| load | calculation | µs |', '| --- | --- | --: |', ...lines].join('\n')
}

function nodesTable(figures, membersOfNode) {
  const head =
    '| members | nodes | bus events/s: idle – storm | CPU of Redis | CPU of a node for bus events | roster memory per node | heartbeats/s | databases |'
  const lines = communities.map((members) => {
    const nodes = Math.ceil(members / membersOfNode)
    const [calm, moving] = [nodeSaysPerSecond.calm, nodeSaysPerSecond.moving].map(
      (says) => messagesPerSecond + nodes * says,
    )
    const redisUs = figures.busEventUs + (nodes - 1) * figures.busHearerUs
    const redis = [calm, moving].map((events) => percent(nodes === 1 ? 0 : events * redisUs))
    const hearing = [calm, moving].map((events) => percent(nodes === 1 ? 0 : events * figures.hearingUs))
    const memory = `${round((members * figures.rollKb) / 1_024)} MB`
    const beats = members * heartbeatsPerSecond
    const databases = formatFigure(beats / figures.heartbeatPerSecond)
    const busEvents = nodes === 1 ? '–' : `${round(calm)} – ${round(moving)}`
    return `| ${members.toLocaleString('en')} | ${nodes} | ${busEvents} | ${redis.join(' – ')} | ${hearing.join(' – ')} | ${memory} | ${round(beats)} | ${databases} |`
  })
  return [head, '| --: | --: | --: | --: | --: | --: | --: | --: |', ...lines].join('\n')
}

function percent(usPerSecond) {
  return `${formatFigure(usPerSecond / 10_000)} %`
}

function round(number) {
  return Math.round(number).toLocaleString('en')
}
