// Matrix recipes for the calls about sittings: each host's call about a sitting at the moment it needs.
import { insertSittings } from '#features/sittings/server/sql.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { TestApp } from '#test/app.ts'
import type { Recipe } from './matrix-http.ts'

const missingId = 2_000_000_000
const bodies = {
  begin: { inSeconds: 60 },
  delay: { minutes: 5 },
  end: undefined,
  cancel: { note: 'The line is down.' },
  restore: undefined,
}
type Action = keyof typeof bodies

/**
 * Today's schedule as a sitting whose bell rings in so many seconds, which may be negative; null for none. Returns the
 * ids that the calls name.
 */
async function scheduleSitting(app: TestApp, inSeconds: number | null) {
  const now = new Date(app.clock.now())
  const ids = await app.database.transaction(async (tx) => {
    // Locks it: recipes run at the same time.
    const { id: scheduleId, templateId } = await tx
      .updateTable('schedules')
      .set({ together: inSeconds !== null, scheduledTime: inSeconds === null ? '00:00' : '23:00' })
      .where('date', '=', '2026-11-21')
      .returning(['id', 'templateId'])
      .executeTakeFirstOrThrow()
    await tx.updateTable('sittings').set({ cancelledAt: now }).where('cancelledAt', 'is', null).execute()
    if (inSeconds === null) return { scheduleId, sittingId: missingId }
    const startsAt = app.clock.now() + inSeconds * 1_000
    const sharingAt = startsAt + 176_000
    const moments = {
      doorsAt: startsAt - 900_000,
      gatherAt: startsAt - 60_000,
      startsAt,
      videoAt: startsAt + 8_000,
      sharingAt,
      endsAt: sharingAt + 900_000,
    }
    const media = { videoUrl: '/media/still-water.mp4', audioUrl: null, mediaSeconds: 168, keepsTempo: false }
    const sitting = { day: '2026-11-21', scheduleId, templateId, scheduledAtMs: null, media, moments }
    const [sittingId = 0] = (await insertSittings(tx, [sitting], now)) ?? []
    return { scheduleId, sittingId }
  })
  await app.bus.publish(busEvents.days, { type: 'changed' })
  return ids
}

const hostCall =
  (action: Action, inSeconds: number | null): Recipe =>
  async ({ app }) => {
    const { scheduleId, sittingId } = await scheduleSitting(app, inSeconds)
    const id = action === 'begin' || action === 'restore' ? scheduleId : sittingId
    return { path: `/api/sittings/${id}/${action}`, body: bodies[action] }
  }

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
    const { sittingId } = await scheduleSitting(app, 60)
    const { query } = app.database
    const { id } = await query
      .insertInto('help_requests')
      .values({
        sittingId,
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
    path: `/api/sittings/${(await scheduleSitting(app, -300)).sittingId}/thanks`,
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
  [path('restore')]: hostCall('restore', 3_600),
  [`${path('restore')} of nothing`]: ofNothing('restore'),
}
