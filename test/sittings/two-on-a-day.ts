// Two sittings on one date, with a member in the room on each of three nodes.
import { sittingsBetween } from '#features/sittings/server/sql.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { joinLive, type TestLiveClient } from '#test/live/live-client.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'

export const dayOfTwo = '2026-11-21'

type Three<Each> = [Each, Each, Each]

export interface ThreeNodes {
  nodes: Three<TestApp>
  people: Record<'mia' | 'mo' | 'gail' | 'ada', TestUser>
  /** Makes the sittings again, and lets three members join. Await `leave` at the end. */
  begin: () => Promise<{
    first: Sitting
    second: Sitting
    clients: Three<TestLiveClient>
    leave: () => Promise<void>
  }>
  close: () => Promise<void>
}

/** The doors of the second sitting open four seconds after the end of the first one's sharing. */
export async function startThreeNodes(): Promise<ThreeNodes> {
  const one = await startTestApp({ isUnlimited: true })
  const [two, three] = [
    await startTestApp({ peerOf: one, isUnlimited: true }),
    await startTestApp({ peerOf: one, isUnlimited: true }),
  ]
  const people = await signInPeople(one)
  await allowSeveralADay(one)
  return {
    nodes: [one, two, three],
    people,
    begin: async () => {
      one.clock.set(wall(`${dayOfTwo} 06:00`))
      await deleteSchedules(one)
      for (const [slot, scheduledTime] of ['07:00', '07:33'].entries())
        await makeMeditation(one, { day: dayOfTwo, scheduledTime, slot, sitting: { together: true } })
      const range = { from: dayOfTwo, to: dayOfTwo }
      const [first, second] = await sittingsBetween(one.database.query, range)
      if (!first || !second) throw new Error('The sittings were not made.')
      const clients: Three<TestLiveClient> = [
        await joinLive(one, people.mia, dayOfTwo),
        await joinLive(two, people.mo, dayOfTwo),
        await joinLive(three, people.gail, dayOfTwo),
      ]
      const leave = async () => {
        for (const client of clients) await client.close()
      }
      return { first, second, clients, leave }
    },
    close: async () => {
      for (const node of [three, two, one]) await node.close()
    },
  }
}
