// By hand, a second time: what the contract of moderation declares, and where its members’ data is.
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { onMember } from '#test/gates/matrix/on-member.ts'
import { type SampleRequest, missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, moderators, type Proof } from '#test/gates/proof.ts'
import type { TestUser } from '#test/people/people.ts'
import { caseRows } from './case-rows.ts'

/** A public address that no other cell bans. */
const addressOf = (serial: number) => `198.41.${Math.floor(serial / 250) % 250}.${(serial % 250) + 1}`

/** Inserts an address ban; returns its id. */
async function makeAddressBan(
  { database, clock }: TestApp,
  { by, address }: { by: Pick<TestUser, 'userId'>; address: string },
): Promise<number> {
  const { id } = await database.query
    .insertInto('ip_bans')
    .values({
      ipAddress: sql`${address}::cidr`,
      reason: 'Unkind words',
      bannedAt: new Date(clock.now()),
      bannedBy: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const banAddress =
  (ipAddress: (serial: number) => string): SampleRequest =>
  ({ serial }) => ({ body: { ipAddress: ipAddress(serial), reason: 'Unkind words' } })

export const proof: Proof = {
  calls: {
    ...caseRows,
    'GET /api/admin/users/:id/ban-check': {
      responses: moderators('200'),
      fields: 'obstacle',
      request: onMember('GET /api/admin/users/:id/ban-check'),
    },
    'GET /api/admin/users/:id/ban-check of themselves': {
      responses: moderators('200'),
      request: onMember('GET /api/admin/users/:id/ban-check', 'of themselves'),
    },
    'GET /api/admin/users/:id/ban-check of an administrator': {
      responses: moderators('200'),
      request: onMember('GET /api/admin/users/:id/ban-check', 'of an administrator'),
    },
    'GET /api/admin/users/:id/ban-check of a garden angel': {
      responses: moderators('200'),
      request: onMember('GET /api/admin/users/:id/ban-check', 'of a garden angel'),
    },
    'GET /api/admin/users/:id/ban-check of nobody': {
      responses: moderators('404 not_found'),
      request: onMember('GET /api/admin/users/:id/ban-check', 'of nobody'),
    },
    'PUT /api/admin/users/:id/ban': {
      responses: moderators('200'),
      fields: 'bannedAt bannedReason bannedUntil id isBanned name',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMember('PUT /api/admin/users/:id/ban', '', { reason: 'Unkind words' }),
    },
    'PUT /api/admin/users/:id/ban of themselves': {
      responses: administrators('409 target_is_self'),
      request: onMember('PUT /api/admin/users/:id/ban', 'of themselves', { reason: 'Unkind words' }),
    },
    'PUT /api/admin/users/:id/ban of an administrator': {
      responses: administrators('409 target_is_admin'),
      request: onMember('PUT /api/admin/users/:id/ban', 'of an administrator', { reason: 'Unkind words' }),
    },
    'PUT /api/admin/users/:id/ban of a garden angel': {
      responses: administrators('200'),
      request: onMember('PUT /api/admin/users/:id/ban', 'of a garden angel', { reason: 'Unkind words' }),
    },
    'PUT /api/admin/users/:id/ban of nobody': {
      responses: moderators('404 not_found'),
      request: onMember('PUT /api/admin/users/:id/ban', 'of nobody', { reason: 'Unkind words' }),
    },
    'POST /api/admin/users/:id/ban': {
      responses: moderators('200'),
      fields: 'bannedAt bannedReason bannedUntil id isBanned name',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMember('POST /api/admin/users/:id/ban', '', { reason: 'Unkind words' }),
    },
    'POST /api/admin/users/:id/ban of themselves': {
      responses: administrators('409 target_is_self'),
      request: onMember('POST /api/admin/users/:id/ban', 'of themselves', { reason: 'Unkind words' }),
    },
    'POST /api/admin/users/:id/ban of an administrator': {
      responses: administrators('409 target_is_admin'),
      request: onMember('POST /api/admin/users/:id/ban', 'of an administrator', { reason: 'Unkind words' }),
    },
    'POST /api/admin/users/:id/ban of a garden angel': {
      responses: administrators('200'),
      request: onMember('POST /api/admin/users/:id/ban', 'of a garden angel', { reason: 'Unkind words' }),
    },
    'POST /api/admin/users/:id/ban of nobody': {
      responses: moderators('404 not_found'),
      request: onMember('POST /api/admin/users/:id/ban', 'of nobody', { reason: 'Unkind words' }),
    },
    'GET /api/admin/ip-bans': {
      responses: administrators('200'),
      fields: '[].bannedAt [].bannedBy.id [].bannedBy.name [].expiresAt [].id [].ipAddress [].reason',
    },
    'POST /api/admin/ip-bans': {
      responses: administrators('201'),
      fields: 'bannedAt bannedBy.id bannedBy.name expiresAt id ipAddress reason',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: banAddress(addressOf),
    },
    'POST /api/admin/ip-bans of an address that is banned': {
      responses: administrators('200'),
      request: async (input) => {
        await makeAddressBan(input.app, { by: input.other, address: addressOf(input.serial) })
        return banAddress(addressOf)(input)
      },
    },
    'POST /api/admin/ip-bans of a private address': {
      responses: administrators('400 address_not_bannable'),
      request: banAddress(() => '192.168.1.7'),
    },
    "POST /api/admin/ip-bans of the caller's own": {
      responses: administrators('400 address_not_bannable'),
      request: banAddress(() => '127.0.0.1'),
    },
    'DELETE /api/admin/ip-bans/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: async ({ app, other, serial }) => ({
        path: `/api/admin/ip-bans/${await makeAddressBan(app, { by: other, address: addressOf(serial) })}`,
      }),
    },
    'DELETE /api/admin/ip-bans/:id of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `/api/admin/ip-bans/${missingId}` }),
    },
    'POST /api/admin/users/:id/unban': {
      responses: administrators('200'),
      fields: 'bannedAt bannedReason bannedUntil id isBanned name',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      request: onMember('POST /api/admin/users/:id/unban'),
    },
    'POST /api/admin/users/:id/unban of a banned member': {
      responses: administrators('200'),
      request: onMember('POST /api/admin/users/:id/unban', 'of a banned member'),
    },
    'POST /api/admin/users/:id/unban of nobody': {
      responses: administrators('404 not_found'),
      request: onMember('POST /api/admin/users/:id/unban', 'of nobody'),
    },
  },
  events: {
    'cases-updated': 'type',
    'moderation-messages-updated': 'type',
  },
  memberData: {
    fields: `
      moderation.decisions[].action moderation.decisions[].decidedAt moderation.decisions[].message
      moderation.decisions[].minutes moderation.decisions[].muteLiftedAt moderation.decisions[].mutedUntil
      moderation.decisions[].reason moderation.decisions[].sentence moderation.decisions[].undoneAt
      moderation.messages[].createdAt moderation.messages[].kind moderation.messages[].seenAt
      moderation.reports[].createdAt moderation.reports[].note moderation.reports[].reason`,
    exported: {
      moderation_cases: {
        at: ['moderation.decisions'],
        left: 'id userId messageId createdAt version changedAt claimedBy claimedAt decidedBy undoneBy seenAt',
        why: 'the caller; moderators and their work; the message is in the chat’s part',
      },
      chat_mutes: {
        at: ['moderation.decisions'],
        left: 'id userId caseId',
        why: 'it is in its decision',
      },
      message_reports: {
        at: ['moderation.reports'],
        left: 'id caseId messageId reporterId',
        why: 'another member’s message; the caller',
      },
      moderation_messages: {
        at: ['moderation.messages'],
        left: 'id userId caseId',
        why: 'the caller; what it is about is in its decision',
      },
    },
    renamed: {
      moderation_cases: { textThen: 'message' },
      chat_mutes: { untilAt: 'mutedUntil', liftedAt: 'muteLiftedAt' },
    },
    notExported: {
      ip_bans: 'banned addresses belong to no member',
      moderator_notes: 'what moderators write to each other; the decisions are in the file (MOD-16)',
      moderation_alerts: 'when administrators were told by mail',
    },
    retainedColumns: {
      'ip_bans.bannedBy': 'the administrator’s number, without a name',
      'moderation_cases.decidedBy': 'the moderator’s number, without a name',
      'moderation_cases.undoneBy': 'the moderator’s number, without a name',
    },
    insertCanary: async ({ database, clock }, { canary }) => {
      const at = new Date(clock.now())
      const decided = { decidedBy: canary.userId, decidedAt: at, action: 'mute' as const, minutes: 10 }
      const { id: caseId } = await database.query
        .insertInto('moderation_cases')
        .values({
          userId: canary.userId,
          textThen: 'canary: reported',
          sentence: 'canary: please rest',
          createdAt: at,
          claimedBy: canary.userId,
          claimedAt: at,
          undoneBy: canary.userId,
          undoneAt: at,
          ...decided,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.query
        .insertInto('chat_mutes')
        .values({ userId: canary.userId, caseId, untilAt: at })
        .execute()
      await database.query
        .insertInto('message_reports')
        .values({ caseId, reporterId: canary.userId, reason: 'other', note: 'canary: note', createdAt: at })
        .execute()
      await database.query
        .insertInto('moderation_messages')
        .values({ userId: canary.userId, kind: 'muted', caseId, createdAt: at })
        .execute()
      await database.query
        .insertInto('moderator_notes')
        .values({ userId: canary.userId, byId: canary.userId, text: 'canary: a note', createdAt: at })
        .execute()
    },
  },
}
