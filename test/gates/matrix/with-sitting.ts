// Sample requests of a call that needs today's sitting at a moment.
import type { Plays } from '#features/sittings/plays.ts'
import { insertSittings } from '#features/sittings/server/sql.ts'
import { busEvents } from '#shared/bus-events.ts'
import { meetingUrl } from '#test/data/live.ts'
import { missingId, withTraits, type SampleRequestInput, type SampleRequest } from './sample-requests.ts'

interface SittingIds {
  scheduleId: number
  sittingId: number
}

const mediaSeconds = 168
const video = {
  kind: 'video' as const,
  videoUrl: '/media/still-water.mp4',
  audioUrl: null,
  mediaSeconds,
  keepsTempo: false,
}
/** As long as the sample video. */
export const live = {
  kind: 'live' as const,
  source: 'here',
  minutes: mediaSeconds / 60,
  bellBy: 'clock' as const,
  inSharing: false,
}

/** A sample request for today's schedule as a sitting whose bell rings in so many seconds, which may be negative; null for none. */
export function withSitting(
  inSeconds: number | null,
  sample: (ids: SittingIds, input: SampleRequestInput) => ReturnType<SampleRequest>,
  plays: Plays<number> = video,
): SampleRequest {
  return withTraits({ isSequential: true }, async (input) =>
    sample(await scheduleSitting(input, inSeconds, plays), input),
  )
}

async function scheduleSitting(
  { app, holder }: SampleRequestInput,
  inSeconds: number | null,
  plays: Plays<number>,
): Promise<SittingIds> {
  const now = new Date(app.clock.now())
  const ids = await app.database.transaction(async (tx) => {
    // Locks it: sample requests run at the same time.
    const { id: scheduleId, templateId } = await tx
      .updateTable('schedules')
      .set({
        together: inSeconds !== null,
        scheduledTime: inSeconds === null ? '00:00' : '23:00',
        hostId: holder?.userId ?? null,
      })
      .where('date', '=', '2026-11-21')
      .returning(['id', 'templateId'])
      .executeTakeFirstOrThrow()
    // Out of the day, too, which is read again after each change, with all of its sittings.
    await tx
      .updateTable('sittings')
      .set({ cancelledAt: now, roomDay: '2026-01-01' })
      .where('cancelledAt', 'is', null)
      .execute()
    if (inSeconds === null) return { scheduleId, sittingId: missingId }
    const startsAt = app.clock.now() + inSeconds * 1_000
    const sharingAt = startsAt + 176_000
    const timeline = {
      doorsAt: startsAt - 900_000,
      gatherAt: startsAt - 60_000,
      startsAt,
      videoAt: startsAt + 8_000,
      sharingAt,
      endsAt: sharingAt + 900_000,
    }
    const sitting = {
      day: '2026-11-21',
      scheduleId,
      templateId,
      scheduledAtMs: null,
      plays,
      meetingUrl,
      timeline,
    }
    const [sittingId = 0] = (await insertSittings(tx, [sitting], now)) ?? []
    return { scheduleId, sittingId }
  })
  await app.bus.publish(busEvents.days, { type: 'changed' })
  return ids
}
