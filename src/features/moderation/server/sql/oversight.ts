// SQL of oversight: how moderation goes, which bans wait to be seen, and when administrators are told by mail.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { shownMemberName } from '#shared/former-member.ts'

interface Waiting {
  openCases: number
  oldestAt: string | null
  /** The latest of them; null without one. */
  latestId: number | null
}

/** The open cases. */
export async function countOpenCases(db: Executor): Promise<Waiting> {
  return db
    .selectFrom('moderation_cases')
    .select(({ fn }) => [
      fn.countAll<number>().as('openCases'),
      fn.min('createdAt').as('oldestAt'),
      fn.max('id').as('latestId'),
    ])
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

interface Figures {
  medianMinutes: number | null
  undoneShare: number | null
}

/** Of the cases that were decided after `since`. */
export async function findFigures(db: Executor, since: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      percentile_cont(0.5) within group (order by extract(epoch from "decidedAt" - "createdAt")::float8 / 60)
        filter (where exists (select from message_reports where "caseId" = moderation_cases.id)) as "medianMinutes",
      avg(("undoneAt" is not null)::integer)::float8 as "undoneShare"
    from moderation_cases where "decidedAt" > ${since}::timestamptz`.execute(db)
  return rows[0] ?? { medianMinutes: null, undoneShare: null }
}

/** Who decided after `since`, and how often, by the number of their decisions. */
export async function countByModerator(db: Executor, since: Date) {
  const { rows } = await sql<{ id: number; name: string; decided: number; undone: number }>`
    select users.id, users.name, count(*) as decided, count("undoneAt") as undone
    from moderation_cases join users on users.id = "decidedBy"
    where "decidedAt" > ${since}::timestamptz
    group by users.id order by decided desc, users.id`.execute(db)
  return rows.map(({ id, name, decided, undone }) => ({
    moderator: { id, name: shownMemberName(name) },
    decided,
    undone,
  }))
}

/** The identities of the administrators. */
export async function listAdministratorUids(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('firebaseUid')
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.flatMap(({ firebaseUid }) => firebaseUid ?? [])
}

/** Whether somebody who may moderate used the product after a moment. */
export async function wasModeratorThere(db: Executor, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from users join sessions on sessions.uid = users."firebaseUid"
    where (users."isAdmin" or users."isGardenAngel") and users."deletedAt" is null
      and sessions."lastUsedAt" > ${since}::timestamptz
    limit 1`.execute(db)
  return rows.length > 0
}

interface Alert {
  kind: 'bans' | 'waiting'
  now: Date
  /** Not again if it was sent after this. */
  sentBefore?: Date
  /** Not again for this case or an earlier one. */
  caseId?: number
}

/** Claims the right to tell the administrators; false if they were told. */
export async function claimAlert(tx: Executor, { kind, now, sentBefore, caseId }: Alert): Promise<boolean> {
  const { rows } = await sql`
    insert into moderation_alerts as alert (kind, "sentAt", "caseId")
    values (${kind}, ${now}::timestamptz, ${caseId ?? null}::integer)
    on conflict (kind) do update set "sentAt" = excluded."sentAt", "caseId" = excluded."caseId"
    where (${sentBefore ?? null}::timestamptz is null or alert."sentAt" <= ${sentBefore ?? null}::timestamptz)
      and (excluded."caseId" is null or alert."caseId" is null or alert."caseId" < excluded."caseId")
    returning 1`.execute(tx)
  return rows.length > 0
}
