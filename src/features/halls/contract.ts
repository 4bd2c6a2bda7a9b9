// API contract of halls: a group in one place follows a sitting on one screen, by a link of its host.
import * as z from 'zod/mini'
import { sittingErrors } from '#features/sittings/errors.ts'
import { bellsBy, playsKinds } from '#features/sittings/plays.ts'
import { storedBlocksSchema } from '#features/sittings/silence.ts'
import { sittingSchema, wholeBetween } from '#features/sittings/sitting.ts'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { message } from '#shared/i18n/t.ts'
import { textLanguageSchema } from '#shared/i18n/translations.ts'
import { idInPathSchema } from '#shared/id.ts'
import { hallErrors } from './errors.ts'
import { hallPeopleMax } from './rules.ts'

/** A hall as its host sees it; its token is nowhere in it. */
export const hallLinkSchema = z.object({
  id: z.int(),
  /** How many people sit there. */
  people: z.int(),
  /** Epoch milliseconds. */
  madeAt: z.int(),
})
export type HallLink = z.infer<typeof hallLinkSchema>

/** The moments of a sitting, without its day, its schedule and what a host wrote to members. */
const hallSittingSchema = z.omit(sittingSchema, { id: true, day: true, scheduleId: true, cancelNote: true })
export type HallSitting = z.infer<typeof hallSittingSchema>

/** What a hall follows, the same for every hall of the sitting; nothing in it names a member (HALL-02). */
export const hallSchema = z.object({
  title: z.string(),
  language: textLanguageSchema,
  kind: z.enum(playsKinds),
  /** '' but for a video. */
  videoUrl: z.string(),
  blocks: z.nullable(storedBlocksSchema),
  /** Null but for a live sitting. */
  bellBy: z.nullable(z.enum(bellsBy)),
  sitting: hallSittingSchema,
  /** Members in the room. */
  present: z.int(),
  /** People in the sitting's halls. */
  people: z.int(),
})
export type Hall = z.infer<typeof hallSchema>

const ofSitting = { id: idInPathSchema }
const ofHall = { ...ofSitting, hallId: idInPathSchema }
const limits = [{ per: 'caller', bucket: 'halls', ...perHour(120) }] as const

export const hallsCalls = {
  /** The links of a sitting that work, for who holds it and moderators, and what it plays. */
  halls: endpoint({
    method: 'GET',
    path: '/api/sittings/:id/halls',
    needs: 'sitting.hold',
    params: z.object(ofSitting),
    response: z.object({ kind: z.enum(playsKinds), halls: z.array(hallLinkSchema) }),
    errors: ['not_found'],
  }),
  /**
   * Makes a link, from an hour before the doors to the end of the sharing; no later call returns it (HALL-01). A key of
   * idempotency would store it.
   */
  makeHall: endpoint({
    method: 'POST',
    path: '/api/sittings/:id/halls',
    needs: 'sitting.hold',
    params: z.object(ofSitting),
    response: z.object({ ...hallLinkSchema.shape, url: z.string() }),
    limits,
    errors: ['not_found', hallErrors.hall_too_early, hallErrors.too_many_halls, sittingErrors.too_late],
  }),
  /** Says how many people sit in a hall; those of a sitting's halls are 200 together (HALL-03). */
  setHallPeople: endpoint({
    method: 'PUT',
    path: '/api/sittings/:id/halls/:hallId',
    needs: 'sitting.hold',
    params: z.object(ofHall),
    body: z.strictObject({ people: wholeBetween(message('People in the hall'), 0, hallPeopleMax) }),
    response: hallLinkSchema,
    limits,
    errors: ['not_found', sittingErrors.too_late],
  }),
  /** Takes a link away: the hall is dark within 15 seconds. Also one that is taken away already. */
  revokeHall: endpoint({
    method: 'DELETE',
    path: '/api/sittings/:id/halls/:hallId',
    needs: 'sitting.hold',
    params: z.object(ofHall),
    response: successSchema,
    limits,
    errors: ['not_found'],
  }),
  /**
   * What the screen of a hall follows. The token of its link is the whole credential: no session is read. `hall_closed` for
   * every token that doesn't work: unknown, taken away, or of a sitting that is over (HALL-02).
   */
  hall: endpoint({
    method: 'GET',
    path: '/api/hall',
    needs: 'public',
    tokenHeader: 'x-hall',
    response: hallSchema,
    // Each hall reads four times a minute, and a house may have several.
    limits: [{ per: 'address', perMinute: 120, burst: 60 }],
    errors: [hallErrors.hall_closed],
  }),
}
