// Matrix recipes for the calls about sittings: each host's call about a sitting at the moment it needs.
import { busEvents } from '#shared/bus-events.ts'
import { spanValue } from '#features/sittings/server/sql.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import type { Recipe } from './matrix-http.ts'

const missingId = 2_000_000_000
const bodies = {
  begin: { inSeconds: 60 },
  delay: { minutes: 5 },
  end: undefined,
  cancel: { note: 'The line is down.' },
}
type Action = keyof typeof bodies

/** Today's schedule as a sitting whose bell rings in so many seconds, which may be negative; null for none. */
async function scheduleSitting({ database, clock, bus }: TestApp, inSeconds: number | null): Promise<number> {
  const { id } = await database.query
    .updateTable('schedules')
    .set({
      together: inSeconds !== null,
      begunFor: inSeconds === null ? null : msToTimestamp(clock.now() + inSeconds * 1_000),
      delaySeconds: 0,
      span:
        inSeconds === null
          ? null
          : spanValue({
              doorsAt: clock.now() + (inSeconds - 900) * 1_000,
              endsAt: clock.now() + (inSeconds + 1_076) * 1_000,
            }),
      doorsMinutes: 15,
      gatherSeconds: 60,
      endedAt: null,
      cancelledAt: null,
      cancelNote: null,
    })
    .where('date', '=', '2026-11-21')
    .returning('id')
    .executeTakeFirstOrThrow()
  await bus.publish(busEvents.days, { type: 'changed' })
  return id
}

const hostCall =
  (action: Action, inSeconds: number | null): Recipe =>
  async ({ app }) => ({
    path: `/api/sittings/${await scheduleSitting(app, inSeconds)}/${action}`,
    body: bodies[action],
  })

const ofNothing =
  (action: Action): Recipe =>
  () => ({ path: `/api/sittings/${missingId}/${action}`, body: bodies[action] })

const path = (action: Action) => `POST /api/sittings/:id/${action}`

const asking: Recipe = async ({ app }) => {
  await scheduleSitting(app, 60)
  return { path: '/api/help', body: { kind: 'technical', text: 'No sound' } }
}

/** A garden angel who isn't of the cast, as other calls of the matrix change its roles. */
async function insertAngel({ database, clock }: TestApp): Promise<number> {
  const { id } = await database.query
    .insertInto('users')
    .values({
      name: 'Ann Other Angel',
      isGardenAngel: true,
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A member's request in today's sitting, which another moderator may have taken. */
const handling =
  (isTaken: boolean): Recipe =>
  async ({ app, other }) => {
    const scheduleId = await scheduleSitting(app, 60)
    const { query } = app.database
    await query.deleteFrom('help_requests').execute()
    const { id } = await query
      .insertInto('help_requests')
      .values({
        scheduleId,
        day: '2026-11-21',
        userId: other.userId,
        kind: 'care',
        createdAt: new Date(app.clock.now()),
        takenBy: isTaken ? await insertAngel(app) : null,
        takenAt: isTaken ? new Date(app.clock.now()) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/api/moderation/help/${id}`, body: { action: 'take' } }
  }

const handle = 'PUT /api/moderation/help/:id'

export const sittingRecipes: Record<string, Recipe> = {
  'POST /api/help': asking,
  'POST /api/help without a sitting': async ({ app }) => {
    await scheduleSitting(app, null)
    return { path: '/api/help', body: { kind: 'care', text: '' } }
  },
  'GET /api/help/mine': () => ({ path: '/api/help/mine' }),
  'GET /api/moderation/help': () => ({ path: '/api/moderation/help' }),
  [handle]: handling(false),
  [`${handle} that another moderator has`]: handling(true),
  [`${handle} of nothing`]: () => ({ path: `/api/moderation/help/${missingId}`, body: { action: 'take' } }),
  'GET /api/sittings': () => ({ path: '/api/sittings?from=2026-11-01&to=2026-11-30' }),
  'GET /api/sittings/:id/thanks': async ({ app }) => ({
    path: `/api/sittings/${await scheduleSitting(app, -300)}/thanks`,
  }),
  'GET /api/sittings/:id/thanks of nothing': () => ({ path: `/api/sittings/${missingId}/thanks` }),
  [path('begin')]: hostCall('begin', null),
  [`${path('begin')} while everyone sits`]: hostCall('begin', -30),
  [`${path('begin')} of nothing`]: ofNothing('begin'),
  [path('delay')]: hostCall('delay', 600),
  [`${path('delay')} after its bell`]: hostCall('delay', -30),
  [`${path('delay')} of nothing`]: ofNothing('delay'),
  [path('end')]: hostCall('end', -30),
  [`${path('end')} before its bell`]: hostCall('end', 30),
  [`${path('end')} of nothing`]: ofNothing('end'),
  [path('cancel')]: hostCall('cancel', -30),
  [`${path('cancel')} in its sharing`]: hostCall('cancel', -300),
  [`${path('cancel')} of nothing`]: ofNothing('cancel'),
}
