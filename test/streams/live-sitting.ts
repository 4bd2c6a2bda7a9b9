// A live sitting of today, and the parts that its teacher sends.
import { randomBytes } from 'node:crypto'
import type { Rendition } from '#features/streams/contract.ts'
import type { NewTemplate } from '#features/templates/server/sql.ts'
import { busEvents } from '#shared/bus-events.ts'
import type { TestApp } from '#test/app.ts'
import { makeSitting, type Community } from '#test/data/factories.ts'
import type { TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'

/** What a template of a live sitting has, by default seen and heard here, of half an hour. */
export const liveTemplate: Partial<NewTemplate> = {
  kind: 'live',
  videoUrl: '',
  captionsUrl: null,
  liveSource: 'here',
  bellBy: 'clock',
  mediaSeconds: 1_800,
  duration: 30,
}

/** Inserts today's live sitting, whose bell rings in `inMs`, and gives it a host. Returns its timeline. */
export async function makeLiveSitting(
  app: Community,
  {
    hostId,
    inMs = -60_000,
    template = {},
  }: { hostId: number | null; inMs?: number; template?: Partial<NewTemplate> },
) {
  const sitting = await makeSitting(app, { inMs, template: { ...liveTemplate, ...template } })
  await app.database.query
    .updateTable('schedules')
    .set({ hostId })
    .where('id', '=', sitting.scheduleId ?? 0)
    .execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
  return sitting
}

function box(type: string, length: number): Uint8Array {
  const bytes = new Uint8Array(randomBytes(length))
  new DataView(bytes.buffer).setUint32(0, length)
  bytes.set(new TextEncoder().encode(type), 4)
  return bytes
}

/** The first bytes of a fragmented MP4, and of each of its segments; the rest is noise. */
export const initBytes = (length = 600) => box('ftyp', length)
export const segmentBytes = (length = 2_000) => box('moof', length)

export const deskId = 'desk-of-the-first-tab'

interface Part {
  as: TestUser | null
  sittingId: number
  rendition?: Rendition
  desk?: string
  bytes?: Uint8Array
}

const type = { 'content-type': 'video/mp4' }

/** Sends first bytes. */
export function putInit(app: TestApp, part: Part): Promise<TestResponse> {
  const { as, sittingId, rendition = 'picture', desk = deskId, bytes = initBytes() } = part
  const path = `/api/sittings/${sittingId}/stream/${rendition}/init?desk=${desk}` as const
  return request(app, `PUT ${path}`, { as, body: bytes, headers: type })
}

/** Sends a segment of 2 s that ends now, unless said otherwise. */
export function putSegment(
  app: TestApp,
  part: Part & { seq: number | string; startsAtMs?: number; durationMs?: number },
): Promise<TestResponse> {
  const { as, sittingId, rendition = 'picture', desk = deskId, bytes = segmentBytes(), seq } = part
  const { durationMs = 2_000, startsAtMs = app.clock.now() - durationMs } = part
  const query = `desk=${desk}&startsAtMs=${startsAtMs}&durationMs=${durationMs}`
  const path = `/api/sittings/${sittingId}/stream/${rendition}/${seq}?${query}` as const
  return request(app, `PUT ${path}`, { as, body: bytes, headers: type })
}
