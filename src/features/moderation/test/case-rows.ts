// By hand, a second time: the calls of reports, cases, mutes, notes and oversight, as rows of the proof.
import type { TestApp } from '#test/app.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, moderators, type Proof } from '#test/gates/proof.ts'
import { signIn } from '#test/people/people.ts'

/** A garden angel who isn't one of the shared people: their decisions count by the hour. */
async function insertAngel({ database, clock }: TestApp): Promise<number> {
  const { id } = await database.query
    .insertInto('users')
    .values({ name: 'Ann Other Angel', isGardenAngel: true, createdAt: new Date(clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertMessage({ database, calendar, clock }: TestApp, userId: number): Promise<number> {
  const { id } = await database.query
    .insertInto('chat_messages')
    .values({
      userId,
      message: 'Go away',
      timestamp: new Date(clock.now()),
      sessionDate: calendar.today(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface CaseState {
  decided?: 'remind' | 'mute' | 'ban'
  isClaimed?: boolean
  /** Someone worries about its member. */
  isWorrying?: boolean
}

/** A case about a message of a member whom no other cell knows; returns its id. */
async function insertCase(
  app: TestApp,
  serial: number,
  { decided, isClaimed = false, isWorrying = false }: CaseState = {},
): Promise<number> {
  const member = await signIn(app, `reported-${serial}`, { name: 'Rae Reported' })
  const now = new Date(app.clock.now())
  const angel = await insertAngel(app)
  const { id } = await app.database.query
    .insertInto('moderation_cases')
    .values({
      userId: member.userId,
      messageId: await insertMessage(app, member.userId),
      textThen: 'Go away',
      createdAt: now,
      ...(decided ? { action: decided, decidedBy: angel, decidedAt: now } : {}),
      ...(isClaimed ? { claimedBy: angel, claimedAt: now } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isWorrying)
    await app.database.query
      .insertInto('message_reports')
      .values({ caseId: id, reason: 'worrying', createdAt: now })
      .execute()
  return id
}

const onCase =
  (rest: string, body: object | undefined, state?: CaseState): SampleRequest =>
  async ({ app, serial }) => ({
    path: `/api/moderation/cases/${await insertCase(app, serial, state)}${rest}`,
    ...(body ? { body } : {}),
  })
const onNoCase =
  (rest: string, body?: object): SampleRequest =>
  () => ({
    path: `/api/moderation/cases/${missingId}${rest}`,
    ...(body ? { body } : {}),
  })

/** On a member whom no other cell knows. */
const onReported =
  (path: (userId: number) => string, body?: object): SampleRequest =>
  async ({ app, serial }) => {
    const { userId } = await signIn(app, `member-${serial}`, { name: 'Mem Ber' })
    return { path: path(userId), ...(body ? { body } : {}) }
  }

/** On a message of the other member, or of the caller's own. */
const reporting =
  (isOwn: boolean, isDeleted = false): SampleRequest =>
  async ({ app, caller, other }) => {
    const id = await insertMessage(app, (isOwn && caller?.userId) || other.userId)
    if (isDeleted) {
      const deletion = { deletedAt: new Date(app.clock.now()), deletedBy: other.userId }
      await app.database.query.updateTable('chat_messages').set(deletion).where('id', '=', id).execute()
    }
    return { path: `/api/messages/${id}/report`, body: { reason: 'unkind' } }
  }

const personFields = (at: string) => `${at}.id ${at}.name`
const decisionFields = (at: string) => `
  ${at}.action ${personFields(`${at}.by`)} ${at}.decidedAt ${at}.mayBeUndone ${at}.minutes ${at}.reason
  ${at}.sentence ${at}.undoneAt ${personFields(`${at}.undoneBy`)}`
const caseFields = (at: string) => `
  ${personFields(`${at}claim.by`)} ${at}claim.untilAt ${at}createdAt ${decisionFields(`${at}decision`)} ${at}id
  ${personFields(`${at}member`)} ${at}member.profilePicture ${at}message.id ${at}message.isDeleted
  ${at}message.isFolded ${at}message.sentAt ${at}message.text ${at}reports[].createdAt ${at}reports[].id
  ${at}reports[].note ${at}reports[].reason ${personFields(`${at}reports[].reporter`)} ${at}version`
const recordFields = (at: string) => `
  ${at}cases[].createdAt ${decisionFields(`${at}cases[].decision`)} ${at}cases[].id ${personFields(`${at}member`)}
  ${at}member.profilePicture ${at}messages[].id ${at}messages[].isDeleted ${at}messages[].sentAt
  ${at}messages[].text ${at}mute.reason ${at}mute.untilAt ${personFields(`${at}notes[].by`)}
  ${at}notes[].createdAt ${at}notes[].id ${at}notes[].text
  ${at}obstacles.ban ${at}obstacles.mute`
const spokenFields = (at: string) =>
  `${personFields(`${at}.by`)} ${at}.id ${at}.isDeleted ${at}.sentAt ${at}.text`
const callersMinute = [{ per: 'caller', max: 60, within: 1 }] as const
const decision = { version: 1, action: 'remind', reason: 'unkind' }

export const caseRows: NonNullable<Proof['calls']> = {
  'POST /api/messages/:id/report': {
    responses: members('201'),
    fields: 'createdAt note reason',
    limits: [{ per: 'caller', max: 10, within: 60 }],
    isSilent: true,
    request: reporting(false),
  },
  'POST /api/messages/:id/report of their own message': {
    responses: members('400 own_message'),
    request: reporting(true),
  },
  'POST /api/messages/:id/report of a deleted message': {
    responses: members('404 not_found'),
    request: reporting(false, true),
  },
  'GET /api/account/moderation-messages': {
    responses: members('200'),
    fields: `
        messages[].createdAt messages[].id messages[].isSeen messages[].kind messages[].reason
        messages[].sentence messages[].text messages[].untilAt mute.reason mute.untilAt`,
    isSilent: true,
  },
  'PUT /api/account/moderation-messages/:id': {
    responses: members('200', { O: '404 not_found' }),
    fields: 'success',
    limits: callersMinute,
    isSilent: true,
    request: async ({ app, aimed, other, serial }) => {
      const { id } = await app.database.query
        .insertInto('moderation_messages')
        .values({
          userId: aimed && aimed.userId > 0 ? aimed.userId : other.userId,
          kind: 'thanked',
          caseId: await insertCase(app, serial, { decided: 'remind' }),
          createdAt: new Date(app.clock.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { path: `/api/account/moderation-messages/${id}`, body: { isSeen: true } }
    },
  },
  'GET /api/moderation/cases': {
    responses: moderators('200'),
    fields: caseFields('cases[].'),
    isSilent: true,
    request: () => ({ path: '/api/moderation/cases?state=open' }),
  },
  'GET /api/moderation/cases/count': {
    responses: moderators('200'),
    fields: 'openCases',
    isSilent: true,
  },
  'GET /api/moderation/cases/:id': {
    responses: moderators('200'),
    fields: `${caseFields('case.')} ${spokenFields('before[]')} ${spokenFields('after[]')} ${recordFields('record.')}`,
    isSilent: true,
    request: onCase('', undefined),
  },
  'GET /api/moderation/cases/:id of none': {
    responses: moderators('404 not_found'),
    request: onNoCase(''),
  },
  'PUT /api/moderation/cases/:id/claim': {
    responses: moderators('200'),
    fields: caseFields(''),
    limits: callersMinute,
    isSilent: true,
    request: onCase('/claim', { version: 1 }),
  },
  'PUT /api/moderation/cases/:id/claim that another moderator has': {
    responses: moderators('409 taken'),
    request: onCase('/claim', { version: 1 }, { isClaimed: true }),
  },
  'PUT /api/moderation/cases/:id/claim of another version': {
    responses: moderators('409 changed_meanwhile'),
    request: onCase('/claim', { version: 2 }),
  },
  'DELETE /api/moderation/cases/:id/claim': {
    responses: moderators('200'),
    fields: 'success',
    limits: callersMinute,
    isSilent: true,
    request: onCase('/claim', undefined),
  },
  'DELETE /api/moderation/cases/:id/claim of none': {
    responses: moderators('404 not_found'),
    request: onNoCase('/claim'),
  },
  'PUT /api/moderation/cases/:id': {
    responses: moderators('200'),
    fields: caseFields(''),
    limits: callersMinute,
    isSilent: true,
    request: onCase('', decision),
  },
  'PUT /api/moderation/cases/:id to answer it': {
    responses: moderators('200'),
    request: onCase('', { ...decision, action: 'none' }),
  },
  'PUT /api/moderation/cases/:id to offer support': {
    responses: moderators('200'),
    request: onCase('', { version: 1, action: 'support' }, { isWorrying: true }),
  },
  'PUT /api/moderation/cases/:id to offer support without a worry': {
    responses: moderators('403 forbidden'),
    request: onCase('', { version: 1, action: 'support' }),
  },
  'PUT /api/moderation/cases/:id to remove the message': {
    responses: moderators('200'),
    request: onCase('', { ...decision, action: 'remove' }),
  },
  'PUT /api/moderation/cases/:id to mute': {
    responses: moderators('200'),
    request: onCase('', { ...decision, action: 'mute', minutes: 10 }),
  },
  'PUT /api/moderation/cases/:id to ban': {
    responses: moderators('200'),
    request: onCase('', { ...decision, action: 'ban', minutes: 60 }),
  },
  'PUT /api/moderation/cases/:id that another moderator has': {
    responses: moderators('409 taken'),
    request: onCase('', decision, { isClaimed: true }),
  },
  'PUT /api/moderation/cases/:id of another version': {
    responses: moderators('409 changed_meanwhile'),
    request: onCase('', { ...decision, version: 2 }),
  },
  'PUT /api/moderation/cases/:id with a reason of no list': {
    responses: moderators('400 reason_unknown'),
    request: onCase('', { ...decision, reason: 'no-such' }),
  },
  'PUT /api/moderation/cases/:id of none': {
    responses: moderators('404 not_found'),
    request: onNoCase('', decision),
  },
  'POST /api/moderation/cases/:id/undo': {
    responses: moderators('200'),
    fields: caseFields(''),
    limits: callersMinute,
    isSilent: true,
    request: onCase('/undo', { version: 1 }, { decided: 'remind' }),
  },
  'POST /api/moderation/cases/:id/undo of a ban': {
    responses: moderators('403 forbidden', { X: '200' }),
    request: onCase('/undo', { version: 1 }, { decided: 'ban' }),
  },
  'POST /api/moderation/cases/:id/undo of an open case': {
    responses: moderators('409 changed_meanwhile'),
    request: onCase('/undo', { version: 1 }),
  },
  'POST /api/moderation/mutes/:userId': {
    responses: moderators('200'),
    fields: 'reason untilAt',
    limits: callersMinute,
    isSilent: true,
    request: onReported((id) => `/api/moderation/mutes/${id}`, { minutes: 10, reason: 'unkind' }),
  },
  'POST /api/moderation/mutes/:userId of a garden angel': {
    responses: moderators('403 forbidden'),
    request: async ({ app }) => ({
      path: `/api/moderation/mutes/${await insertAngel(app)}`,
      body: { minutes: 10, reason: 'unkind' },
    }),
  },
  'POST /api/moderation/mutes/:userId of nobody': {
    responses: moderators('404 not_found'),
    request: () => ({
      path: `/api/moderation/mutes/${missingId}`,
      body: { minutes: 10, reason: 'unkind' },
    }),
  },
  'DELETE /api/moderation/mutes/:userId': {
    responses: moderators('200'),
    fields: 'success',
    limits: callersMinute,
    isSilent: true,
    request: async ({ app, serial }) => {
      const caseId = await insertCase(app, serial, { decided: 'mute' })
      const { userId } = await app.database.query
        .selectFrom('moderation_cases')
        .select('userId')
        .where('id', '=', caseId)
        .executeTakeFirstOrThrow()
      // Its time is by the database's clock.
      const untilAt = new Date(Date.now() + 3_600_000)
      await app.database.query
        .insertInto('chat_mutes')
        .values({ userId: userId ?? 0, caseId, untilAt })
        .execute()
      return { path: `/api/moderation/mutes/${userId}` }
    },
  },
  'DELETE /api/moderation/mutes/:userId of a member who isn’t muted': {
    responses: moderators('200'),
    request: onReported((id) => `/api/moderation/mutes/${id}`),
  },
  'DELETE /api/moderation/mutes/:userId of nobody': {
    responses: moderators('404 not_found'),
    request: () => ({ path: `/api/moderation/mutes/${missingId}` }),
  },
  'GET /api/moderation/members/:userId': {
    responses: moderators('200'),
    fields: recordFields(''),
    isSilent: true,
    request: onReported((id) => `/api/moderation/members/${id}`),
  },
  'GET /api/moderation/members/:userId of nobody': {
    responses: moderators('404 not_found'),
    request: () => ({ path: `/api/moderation/members/${missingId}` }),
  },
  'POST /api/moderation/members/:userId/notes': {
    responses: moderators('201'),
    fields: recordFields(''),
    limits: callersMinute,
    isSilent: true,
    request: onReported((id) => `/api/moderation/members/${id}/notes`, { text: 'Spoke with them.' }),
  },
  'POST /api/moderation/members/:userId/notes of nobody': {
    responses: moderators('404 not_found'),
    request: () => ({
      path: `/api/moderation/members/${missingId}/notes`,
      body: { text: 'Spoke with them.' },
    }),
  },
  'GET /api/moderation/reasons': {
    responses: moderators('200'),
    fields: 'reasons[].id reasons[].text',
    isSilent: true,
  },
  'PUT /api/moderation/room': {
    responses: moderators('200'),
    fields: 'slowSeconds',
    limits: callersMinute,
    request: ({ serial }) => ({ body: { slowSeconds: [5, 15, 30, 60, 120][serial % 5] } }),
  },
  'GET /api/admin/moderation': {
    responses: administrators('200'),
    fields: `
        medianMinutes moderators[].decided ${personFields('moderators[].moderator')} moderators[].undone oldestAt
        openCases undoneShare ${caseFields('unseenBans[].')}`,
    isSilent: true,
  },
  'PUT /api/admin/moderation/bans/:id': {
    responses: administrators('200'),
    fields: 'success',
    limits: callersMinute,
    isSilent: true,
    request: async ({ app, serial }) => ({
      path: `/api/admin/moderation/bans/${await insertCase(app, serial, { decided: 'ban' })}`,
      body: { isSeen: true },
    }),
  },
  'PUT /api/admin/moderation/bans/:id of none': {
    responses: administrators('404 not_found'),
    request: () => ({ path: `/api/admin/moderation/bans/${missingId}`, body: { isSeen: true } }),
  },
  'POST /api/admin/moderation/moderators/:userId/undo': {
    responses: administrators('200'),
    fields: `${caseFields('lines[].case.')} lines[].obstacle`,
    limits: callersMinute,
    isSilent: true,
    request: async ({ app, serial }) => {
      const { decidedBy } = await app.database.query
        .selectFrom('moderation_cases')
        .select('decidedBy')
        .where('id', '=', await insertCase(app, serial, { decided: 'remind' }))
        .executeTakeFirstOrThrow()
      return { path: `/api/admin/moderation/moderators/${decidedBy}/undo` }
    },
  },
  'POST /api/admin/moderation/moderators/:userId/undo of nobody': {
    responses: administrators('404 not_found'),
    request: () => ({ path: `/api/admin/moderation/moderators/${missingId}/undo` }),
  },
}
