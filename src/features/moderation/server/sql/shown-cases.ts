// SQL of cases as moderators read them.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { reasonText, type DecisionReason } from '#shared/decision-reasons.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { Case, DecisionAction } from '../../cases-contract.ts'
import { claimUntil, mayUndo, type Moderator } from '../../rules.ts'

/** Who reads cases, and when. */
export interface CaseReader {
  moderator: Moderator
  now: Date
}

interface Person {
  id: number
  name: string
}

interface CaseRow {
  id: number
  version: number
  createdAt: string
  userId: number | null
  memberName: string | null
  memberPicture: string | null
  messageId: number | null
  textThen: string
  sentAt: string | null
  isDeleted: boolean | null
  isFolded: boolean | null
  reports: Case['reports']
  claimedBy: Person | null
  claimedAt: string | null
  action: DecisionAction | null
  reason: DecisionReason | null
  sentence: string
  minutes: number | null
  decidedBy: Person | null
  decidedAt: string | null
  undoneBy: Person | null
  undoneAt: string | null
}

const person = (column: string) => sql<Person | null>`
  (select json_build_object('id', id, 'name', name) from users where id = ${sql.ref(column)})`

const reportsOfCase = sql<Case['reports']>`
  coalesce((
    select json_agg(json_build_object(
      'id', report.id, 'reason', report.reason, 'note', report.note,
      'reporter', case when reporter.id is not null then json_build_object('id', reporter.id, 'name', reporter.name) end,
      'createdAt', to_char(report."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by report.id)
    from message_reports report left join users reporter on reporter.id = report."reporterId"
    where report."caseId" = moderation_cases.id
  ), '[]')`

function selectCases(db: Executor) {
  return db
    .selectFrom('moderation_cases')
    .leftJoin('chat_messages as chat', 'chat.id', 'moderation_cases.messageId')
    .leftJoin('users as member', 'member.id', 'moderation_cases.userId')
    .select([
      'moderation_cases.id',
      'moderation_cases.version',
      'moderation_cases.createdAt',
      'moderation_cases.userId',
      'member.name as memberName',
      'member.profilePicture as memberPicture',
      'moderation_cases.messageId',
      'moderation_cases.textThen',
      'chat.timestamp as sentAt',
      sql<boolean | null>`chat."deletedAt" is not null`.as('isDeleted'),
      sql<boolean | null>`chat."foldedAt" is not null`.as('isFolded'),
      reportsOfCase.as('reports'),
      person('moderation_cases.claimedBy').as('claimedBy'),
      'moderation_cases.claimedAt',
      'moderation_cases.action',
      'moderation_cases.reason',
      'moderation_cases.sentence',
      'moderation_cases.minutes',
      person('moderation_cases.decidedBy').as('decidedBy'),
      'moderation_cases.decidedAt',
      person('moderation_cases.undoneBy').as('undoneBy'),
      'moderation_cases.undoneAt',
    ])
}

const shownPerson = (stored: Person | null) => stored && { id: stored.id, name: shownMemberName(stored.name) }

function toCase(row: CaseRow, { moderator, now }: CaseReader): Case {
  const { id, version, createdAt, userId, messageId, textThen, sentAt, action, decidedAt, undoneAt } = row
  const until = claimUntil(row.claimedAt, now.getTime())
  const claimant = shownPerson(row.claimedBy)
  return {
    id,
    version,
    createdAt,
    member:
      userId === null
        ? null
        : { id: userId, name: shownMemberName(row.memberName ?? ''), profilePicture: row.memberPicture },
    message:
      messageId === null && textThen === ''
        ? null
        : {
            id: messageId,
            text: textThen,
            sentAt,
            isDeleted: messageId === null || row.isDeleted === true,
            isFolded: row.isFolded === true,
          },
    reports: row.reports.map((report) => ({ ...report, reporter: shownPerson(report.reporter) })),
    claim: claimant && until !== null ? { by: claimant, untilAt: until } : null,
    decision:
      action === null || decidedAt === null
        ? null
        : {
            action,
            reason: row.reason && reasonText(row.reason),
            sentence: row.sentence,
            minutes: row.minutes,
            by: shownPerson(row.decidedBy),
            decidedAt,
            undoneAt,
            undoneBy: shownPerson(row.undoneBy),
            mayBeUndone: mayUndo(moderator, { action, decidedAt, undoneAt }, now.getTime()),
          },
  }
}

const casesMax = 200

/** Someone worries about the member: such a case waits before all others. */
const isWorrying = sql<boolean>`
  exists (select from message_reports where "caseId" = moderation_cases.id and reason = 'worrying')`

/** Open cases: worries first, then the oldest; decided ones newest first. */
export async function listCases(
  db: Executor,
  state: 'open' | 'decided',
  reader: CaseReader,
): Promise<Case[]> {
  const cases = selectCases(db).limit(casesMax)
  const rows =
    state === 'open'
      ? await cases
          .where('moderation_cases.decidedAt', 'is', null)
          .orderBy(isWorrying, 'desc')
          .orderBy('moderation_cases.id')
          .execute()
      : await cases
          .where('moderation_cases.decidedAt', 'is not', null)
          .orderBy('moderation_cases.decidedAt', 'desc')
          .orderBy('moderation_cases.id', 'desc')
          .execute()
  return rows.map((row) => toCase(row, reader))
}

/** A member's cases, newest first. */
export async function listCasesOf(db: Executor, userId: number, reader: CaseReader): Promise<Case[]> {
  const rows = await selectCases(db)
    .where('moderation_cases.userId', '=', userId)
    .orderBy('moderation_cases.id', 'desc')
    .limit(casesMax)
    .execute()
  return rows.map((row) => toCase(row, reader))
}

/** The bans that no administrator has seen, newest first. */
export async function listUnseenBans(db: Executor, reader: CaseReader): Promise<Case[]> {
  const rows = await selectCases(db)
    .where('moderation_cases.action', '=', 'ban')
    .where('moderation_cases.seenAt', 'is', null)
    .orderBy('moderation_cases.id', 'desc')
    .execute()
  return rows.map((row) => toCase(row, reader))
}

export async function findCase(db: Executor, id: number, reader: CaseReader): Promise<Case | null> {
  const row = await selectCases(db).where('moderation_cases.id', '=', id).executeTakeFirst()
  return row ? toCase(row, reader) : null
}
