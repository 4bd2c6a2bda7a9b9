// Routes of cases: reports and what members are told, the queue, decisions, mutes, notes, and the oversight of it all.
import { saveSlowSeconds, publishSlowMode } from '#features/chat/server/service.ts'
import { assertCapability, assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { CallerWith, Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'
import { listReasons, reasonText } from '#shared/decision-reasons.ts'
import { success } from '#shared/endpoint.ts'
import { casesCalls, oversightCalls, type ModerationRecord } from '../cases-contract.ts'
import { memberModerationCalls } from '../member-contract.ts'
import { banObstacle, figureDays, undoWithinMs, type Moderator } from '../rules.ts'
import { publishCasesChanged } from './case-watch.ts'
import {
  claimCase,
  decideCase,
  muteMember,
  deleteClaim,
  undoAllOf,
  undoDecision,
  unmuteMember,
} from './decisions.ts'
import { reportMessage } from './reports.ts'
import { findRoles } from './sql/bans.ts'
import { findCase, listCases, listCasesOf, markBanSeen, type CaseReader } from './sql/cases.ts'
import { listModerationMessages, markSeen } from './sql/moderation-messages.ts'
import { findMute } from './sql/mutes.ts'
import { countByModerator, countOpenCases, findFigures, listUnseenBans } from './sql/oversight.ts'
import { findPerson, insertNote, listMessagesAround, listMessagesOf, listNotes } from './sql/records.ts'

/** How far back a member's messages stand beside a case. */
const recordDays = 90

type ModeratorContext = Context<'chat.moderate'>

const readerOf = ({ caller, clock }: Pick<ModeratorContext, 'caller' | 'clock'>): CaseReader => ({
  moderator: moderatorOf(caller),
  now: new Date(clock.now()),
})

const moderatorOf = ({ user: { id, isAdmin } }: CallerWith<'chat.moderate'>): Moderator => ({ id, isAdmin })

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
    obstacle: banObstacle(context.caller.user, roles),
    cases: cases.map(({ id, createdAt, decision }) => ({ id, createdAt, decision })),
    messages: await listMessagesOf(db, userId, addDays(context.calendar.today(), -recordDays)),
    notes: await listNotes(db, userId),
  }
}

/** `roomDay`: the day whose room is that of the moment. */
export function createCaseRoutes({ roomDay }: { roomDay(): Promise<string> }): readonly Routes[] {
  return [
    defineRoutes(memberModerationCalls, {
      report: async (context, { params, body: { reason, note = '' } }) => {
        const { report, isNew } = await reportMessage(context, {
          messageId: params.id,
          reporterId: context.caller.user.id,
          reason,
          note,
          roomDay: await roomDay(),
        })
        if (!isNew) return report
        await publishCasesChanged(context.bus)
        return created(report)
      },
      moderationMessages: async ({ caller, database: { query } }) => ({
        mute: await findMute(query, caller.user.id),
        messages: await listModerationMessages(query, caller.user.id),
      }),
      seeModerationMessage: async ({ caller, clock, database }, { params: { id } }) => {
        const userId = caller.user.id
        await database.transaction(async (tx) => {
          await assertNotBanned(tx, userId)
          if (!(await markSeen(tx, { id, userId, now: new Date(clock.now()) }))) throw appError('not_found')
        })
        return success
      },
    }),
    defineRoutes(casesCalls, {
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
          reasonId: body.reason,
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
    }),
    defineRoutes(oversightCalls, {
      oversight: async (context) => {
        const { query } = context.database
        const reader = readerOf(context)
        const since = daysBefore(reader.now, figureDays)
        const { openCases, oldestAt } = await countOpenCases(query)
        const unseen = await Promise.all(
          (await listUnseenBans(query)).map((id) => findCase(query, id, reader)),
        )
        return {
          openCases,
          oldestAt,
          ...(await findFigures(query, since)),
          moderators: await countByModerator(query, since),
          unseenBans: unseen.filter((each) => each !== null),
        }
      },
      seeBan: async ({ caller, clock, database }, { params: { id } }) => {
        await database.transaction(async (tx) => {
          await assertCapability(tx, caller.user.id, 'community.administer')
          if (!(await markBanSeen(tx, id, new Date(clock.now())))) throw appError('not_found')
        })
        return success
      },
      undoAllOf: async (context, { params: { userId } }) => {
        if (!(await findPerson(context.database.query, userId))) throw appError('not_found')
        const since = msToTimestamp(context.clock.now() - undoWithinMs)
        const adminId = context.caller.user.id
        return { lines: await undoAllOf(context, { adminId, moderatorId: userId, since }) }
      },
    }),
  ]
}
