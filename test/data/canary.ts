// A member with canary text in every table, so that a test can search for it.
import { insertSittings, storedSittingsBetween } from '#features/sittings/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { signUpAccount } from '#test/people/account.ts'
import { signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeMessage } from './factories.ts'
import { memberDataProofs } from './member-data.ts'
import { dataUrl, noiseJpeg } from './pictures.ts'
import { makeReferralCode, makeReferral } from './referral-factories.ts'

async function completeSession(app: TestApp, as: TestUser): Promise<void> {
  const { body } = await request(app, 'POST /api/session/start', {
    as,
    body: { sessionDate: app.calendar.today() },
  })
  app.clock.advance(200_000)
  const { id } = body as { id: number }
  await request(app, `PUT /api/session/${id}`, { as, body: { duration: 200 } })
}

/**
 * Inserts a member with a row in every table, each text with 'canary' in it; `key` tells several canaries apart.
 * There must be a meditation today.
 */
export async function makeCanary(
  app: TestApp,
  people: Record<'ada' | 'mia' | 'mo', TestUser>,
  key: string,
): Promise<{ canary: TestUser; liked: number; friend: TestUser }> {
  const today = app.calendar.today()
  const canary = await signUpAccount(app, `${key}-canary`, { name: `Canary ${key}`, verified: true })
  const picture = dataUrl(await noiseJpeg(64, 64))
  await request(app, 'PUT /api/user/profile', {
    as: canary,
    body: {
      name: canary.name,
      email: `${key}-canary-pending@example.org`,
      profilePicture: picture,
      profileCompleted: true,
      firebaseUid: canary.uid,
    },
  })
  const { email, uid } = canary
  const googleIdentity = {
    provider: 'google',
    subject: `canary-${key}`,
    uid,
    email,
    emailVerified: true,
  } as const
  const createdAt = new Date(app.clock.now())
  await app.database.query
    .insertInto('outside_identities')
    .values({ ...googleIdentity, createdAt })
    .execute()
  await request(app, 'POST /api/identity/request-password-reset', { body: { email: canary.email } })
  await makeReferral(app, people.mo, canary)
  const referrals = app.database.query.updateTable('referrals').where('referredId', '=', canary.userId)
  await referrals.set({ joinedFrom: '203.0.113.77' }).execute()
  const friend = await signIn(app, `${key}-friend`, { name: 'Friend' })
  await makeReferral(app, canary, friend)
  await completeSession(app, friend)
  const lateFriend = await signIn(app, `${key}-late`, { name: 'Late' })
  await request(app, 'POST /api/admin/referral/manual-attribute', {
    as: people.ada,
    headers: { 'idempotency-key': `${key}-attribution` },
    body: {
      referreeId: lateFriend.userId,
      referrerId: canary.userId,
      referralCode: await makeReferralCode(app, canary),
    },
  })
  await request(app, 'PUT /api/user/unlisted', { as: canary, body: { isUnlisted: true } })
  await request(app, 'PUT /api/user/language', { as: canary, body: { language: 'de' } })
  for (const text of ['canary one', 'canary two']) await makeMessage(app, canary, { text })
  await makeMessage(app, canary, { text: 'canary of last year', day: '2025-11-21' })
  const likedMessageId = await makeMessage(app, people.mia)
  const sittingId = await insertSitting(app)
  for (const { insertCanary } of memberDataProofs) await insertCanary?.(app, { canary, sittingId })
  await request(app, `POST /api/messages/${likedMessageId}/like`, { as: canary })
  await request(app, 'POST /api/session/start', { as: canary, body: { sessionDate: today } })
  await request(app, `PUT /api/admin/users/${canary.userId}/time-spent`, {
    as: people.ada,
    body: { timeSpent: 5 },
  })
  const path = `/api/admin/users/${canary.userId}` as const
  await request(app, `PUT ${path}`, { as: people.ada, body: { name: `The Canary ${key}` } })
  await request(app, `POST ${path}/garden-angel`, { as: people.ada })
  return { canary, liked: likedMessageId, friend }
}

/** A sitting of today's schedule that ended an hour ago. */
async function insertSitting({ database, calendar, clock }: TestApp): Promise<number> {
  const day = calendar.today()
  const [existing] = await storedSittingsBetween(database.query, { from: day, to: day })
  if (existing) return existing.sitting.id
  const { scheduleId, templateId, videoUrl } = await database.query
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'templateId')
    .select(['schedules.id as scheduleId', 'templateId', 'videoUrl'])
    .where('date', '=', day)
    .executeTakeFirstOrThrow()
  const plays = { kind: 'video' as const, videoUrl, audioUrl: null, mediaSeconds: 600, keepsTempo: false }
  const startsAt = clock.now() - 100 * 60_000
  const [id = 0] =
    (await insertSittings(
      database.query,
      [
        {
          day,
          scheduleId,
          templateId,
          scheduledAtMs: null,
          plays,
          timeline: {
            doorsAt: startsAt - 60_000,
            gatherAt: startsAt,
            startsAt,
            videoAt: startsAt,
            sharingAt: startsAt + 600_000,
            endsAt: startsAt + 40 * 60_000,
          },
        },
      ],
      new Date(startsAt),
    )) ?? []
  return id
}
