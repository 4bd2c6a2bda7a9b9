// The bell of a sitting in a full room: nothing is sent, and the server does no more than in a quiet time before.
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoadClients, startStillwater } from './benchmark-servers.mjs'
import { processorMs } from './machine.mjs'

/** As long as the time between two heartbeats, so that each time has the same number of them. */
const windowMs = 30_000
/** Time to begin before the second window starts. */
const leadMs = 5_000

export async function measureSitting({ community, report, sizes }) {
  const size = sizes.at(-1)
  report.startSection(
    'Sitting',
    `${size} members in the room. ${windowMs / 1_000} s around the bell, compared with as long before.`,
  )
  await community.database.query.updateTable('meditation_templates').set({ mediaSeconds: 168 }).execute()
  const ours = await startStillwater(community)
  const crowd = await startLoadClients(ours, community.today)
  const measureWindow = async () => {
    const [cpuMs, bytes] = [processorMs(ours.pid()), await crowd.ask('countBytes')]
    await sleep(windowMs)
    return { cpuMs: processorMs(ours.pid()) - cpuMs, bytes: (await crowd.ask('countBytes')) - bytes }
  }
  try {
    await crowd.open(community.users.slice(0, size))
    const quiet = await measureWindow()
    const startsAt = await begin(community, ours, (leadMs + windowMs / 2) / 1_000)
    await sleep(startsAt - windowMs / 2 - Date.now())
    const bell = await measureWindow()
    report.addRow({
      what: 'bytes to a member beyond the heartbeats',
      unit: 'B',
      ours: (bell.bytes - quiet.bytes) / size,
      target: { of: 'value', good: 0, pass: 8 },
    })
    report.addRow({
      what: 'CPU time of the server',
      unit: 'ms',
      ours: bell.cpuMs,
      reference: quiet.cpuMs,
      target: { of: 'ratio', good: 1.2, pass: 1.5 },
    })
  } finally {
    await crowd.stop()
    await ours.stop()
  }
}

/** Begins today's sitting as the administrator; returns the moment of the bell. */
async function begin({ database, users, today }, { url }, inSeconds) {
  const { id } = await database.query
    .selectFrom('schedules')
    .select('id')
    .where('date', '=', today)
    .executeTakeFirstOrThrow()
  const response = await fetch(`${url}/api/sittings/${id}/begin`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', cookie: users[0].cookie },
    body: JSON.stringify({ inSeconds }),
  })
  if (!response.ok) throw new Error(`The sitting did not begin: ${response.status} ${await response.text()}`)
  return (await response.json()).startsAt
}
