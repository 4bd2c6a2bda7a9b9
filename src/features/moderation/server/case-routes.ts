// Routes of cases: the queue, decisions, mutes, notes, the record of a member, and the slow mode.
import { saveSlowSeconds, publishSlowMode } from '#features/chat/server/service.ts'
import { assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { addDays } from '#shared/day.ts'
import { listReasons, reasonText } from '#shared/decision-reasons.ts'
import { success } from '#shared/endpoint.ts'
import { casesCalls, type ModerationRecord } from '../cases-contract.ts'
import { openCasesCalls } from '../open-cases-contract.ts'
import { banObstacle, muteObstacle } from '../rules.ts'
import { readerOf } from './case-reader.ts'
import { claimCase, decideCase, deleteClaim, undoDecision } from './decisions.ts'
import { muteMember, unmuteMember } from './mutes.ts'
import { findRoles } from './sql/bans.ts'
import { findMute } from './sql/mutes.ts'
import { countOpenCases } from './sql/oversight.ts'
import { findPerson, insertNote, listMessagesAround, listMessagesOf, listNotes } from './sql/records.ts'
import { findCase, listCases, listCasesOf } from './sql/shown-cases.ts'

/** How far back a member's messages stand beside a case. */
const recordDays = 90

type ModeratorContext = Context<'chat.moderate'>

/** What moderators know of a member; null for an erased account. */
async function readRecord(
  db: Executor,
  context: Pick<ModeratorContext, 'caller' | 'clock' | 'calendar'>,
  userId: number,
): Promise<ModerationRecord | null> {
  const member = await findPerson(db, userId)
  const roles = await findRoles(db, userId)
  if (!member || !roles) return null
  const cases = await listCasesOf(db, userId, readerOf(context))
  return {
    member,
    mute: await findMute(db, userId),
    obstacles: {
      mute: muteObstacle(context.caller.user, roles),
      ban: banObstacle(context.caller.user, roles),
    },
    cases: cases.map(({ id, createdAt, decision }) => ({ id, createdAt, decision })),
    messages: await listMessagesOf(db, userId, addDays(context.calendar.today(), -recordDays)),
    notes: await listNotes(db, userId),
  }
}

export const openCasesRoutes = defineRoutes(openCasesCalls, {
  openCases: async ({ database }) => ({ openCases: (await countOpenCases(database.query)).openCases }),
})

export const caseRoutes = defineRoutes(casesCalls, {
  cases: async (context, { query: { state } }) => ({
    cases: await listCases(context.database.query, state, readerOf(context)),
  }),
  caseById: async (context, { params: { id } }) => {
    const { query } = context.database
    const found = await findCase(query, id, readerOf(context))
    if (!found) throw appError('not_found')
    const messageId = found.message?.id ?? null
    const around = (side: 'before' | 'after') =>
      messageId === null ? [] : listMessagesAround(query, messageId, side)
    return {
      case: found,
      before: await around('before'),
      after: await around('after'),
      record: found.member && (await readRecord(query, context, found.member.id)),
    }
  },
  claimCase: (context, { params, body: { version } }) =>
    claimCase(context, { moderatorId: context.caller.user.id, caseId: params.id, version }),
  releaseCase: async (context, { params }) => {
    await deleteClaim(context, { moderatorId: context.caller.user.id, caseId: params.id })
    return success
  },
  decideCase: (context, { params, body }) =>
    decideCase(context, {
      moderatorId: context.caller.user.id,
      caseId: params.id,
      version: body.version,
      action: body.action,
      reasonId: 'reason' in body ? body.reason : undefined,
      sentence: body.sentence ?? '',
      minutes: 'minutes' in body ? (body.minutes ?? null) : null,
    }),
  undoDecision: (context, { params, body: { version } }) =>
    undoDecision(context, { moderatorId: context.caller.user.id, caseId: params.id, version }),
  mute: (context, { params, body: { minutes, reason, sentence = '' } }) =>
    muteMember(context, {
      moderatorId: context.caller.user.id,
      userId: params.userId,
      minutes,
      reasonId: reason,
      sentence,
    }),
  unmute: async (context, { params }) => {
    await unmuteMember(context, { moderatorId: context.caller.user.id, userId: params.userId })
    return success
  },
  memberRecord: async (context, { params }) => {
    const record = await readRecord(context.database.query, context, params.userId)
    if (!record) throw appError('not_found')
    return record
  },
  addNote: async (context, { params: { userId }, body: { text } }) => {
    const { caller, clock, database, runIdempotent } = context
    await runIdempotent(async (tx) => {
      await assertCapability(tx, caller.user.id, 'chat.moderate')
      if (!(await findPerson(tx, userId))) throw appError('not_found')
      await insertNote(tx, { userId, byId: caller.user.id, text, createdAt: new Date(clock.now()) })
    })
    const record = await readRecord(database.query, context, userId)
    if (!record) throw appError('not_found')
    return created(record)
  },
  reasons: ({ community }) => ({
    reasons: listReasons(community.settings().decisionReasons).map((reason) => ({
      id: reason.id,
      text: reasonText(reason),
    })),
  }),
  setSlowMode: async ({ bus, caller, clock, database }, { body: { slowSeconds } }) => {
    await database.transaction(async (tx) => {
      await assertCapability(tx, caller.user.id, 'chat.moderate')
      const now = new Date(clock.now())
      await saveSlowSeconds(tx, { slowSeconds, actorId: caller.user.id, now })
    })
    await publishSlowMode(bus)
    return { slowSeconds }
  },
})
