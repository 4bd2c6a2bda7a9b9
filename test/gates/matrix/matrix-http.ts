// Plays the matrix against a server: every cell with a caller of its kind and an otherwise valid request.
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { hallToken } from '#test/data/halls.ts'
import { hostFields, personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { columns, type Column } from '../proof.ts'
import { callRows, proofs } from '../proofs.ts'
import type { SampleRequest } from './sample-requests.ts'

export interface Cell {
  /** Of its row: the call, with the condition. */
  name: string
  call: string
  when: string
  column: Column
  expected: string
  request: SampleRequest | undefined
}

export const personaOf = {
  U: 'una',
  I: 'ned',
  M: 'mia',
  O: 'mia',
  G: 'gail',
  X: 'ada',
  H: 'hana',
  N: 'hana',
  B: 'bea',
} as const

export const fieldsOf = { ...personFields, hana: hostFields }

/** Every applicable cell. */
export const cells: readonly Cell[] = callRows.flatMap(({ name, call, when, responses, request: sample }) =>
  columns.flatMap((column) => {
    const expected = column === 'T' ? (responses.T ?? responses.A) : responses[column]
    return expected === null ? [] : [{ name, call, when, column, expected, request: sample }]
  }),
)

/** Inserts what the sample requests refer to, and records from then on which tables change. */
export async function prepareMatrix(app: TestApp): Promise<void> {
  await recordChanges(app)
  for (const { proof } of proofs) await proof.prepare?.(app)
}

let serial = 0

const sharedUsers = new WeakMap<TestApp, Map<string, Promise<TestUser>>>()

/** One user for all calls that a guard rejects, whatever the user's state, and for those that only read. */
function sharedUser(app: TestApp, key: keyof typeof fieldsOf): Promise<TestUser> {
  const users = sharedUsers.get(app) ?? new Map<string, Promise<TestUser>>()
  sharedUsers.set(app, users)
  const user = users.get(key) ?? signIn(app, `shared-${key}`, fieldsOf[key])
  users.set(key, user)
  return user
}

// Some samples make their caller the last administrator: a shared one is none afterwards.
const canShareUsers = (cell: Cell) =>
  ((cell.call.startsWith('GET ') && cell.column !== 'X') ||
    /^40[13] (?:unauthenticated|banned|profile_incomplete|forbidden)$/.test(cell.expected)) &&
  !cell.request?.insertsOncePerMember

/** A prepared call; everything that it refers to exists. */
interface Prepared {
  cell: Cell
  caller: TestUser | null
  send(): Promise<string>
}

/**
 * Signs in the caller of a cell, or takes a shared one, and inserts what the call refers to; returns the unsent
 * call.
 */
export async function prepareCell(app: TestApp, cell: Cell, isShared = false): Promise<Prepared> {
  serial += 1
  const number = serial
  const caller =
    cell.column === 'A' || cell.column === 'T'
      ? null
      : await (isShared
          ? sharedUser(app, personaOf[cell.column])
          : signInAs(app, personaOf[cell.column], number))
  const validRequest = async (sample: SampleRequest) => {
    // A sample without parameters asks for nobody.
    const sharesOther = (isShared && isErrorResponse(cell.expected)) || sample.length === 0
    const other = await (sharesOther
      ? sharedUser(app, 'mo')
      : signIn(app, `other-${number}`, personFields.mo))
    const aimed = cell.column === 'O' ? other : caller
    const holder = cell.column === 'H' ? caller : cell.column === 'N' ? other : null
    return sample({ app, caller, other, aimed, holder, serial: number })
  }
  const { path, ...valid } = cell.request ? await validRequest(cell.request) : {}
  const [method = 'GET', pattern = ''] = cell.call.split(' ', 2)
  const address = path ?? pattern.replace(':date', app.calendar.today())
  const send = async () =>
    statusAndCode(
      await request(app, `${method} ${address}` as Parameters<typeof request>[1], {
        as: caller,
        ...valid,
        headers: { ...(cell.column === 'T' ? { 'x-hall': hallToken } : {}), ...valid.headers },
      }),
    )
  return { cell, caller, send }
}

interface PlayOptions {
  /** Runs just before the call. */
  beforeCall?: (caller: TestUser | null) => Promise<void>
  /** Sends the call; looks at what is before and after it. */
  around?: (cell: Cell, send: () => Promise<string>) => Promise<string>
  isShared?: boolean
}

const onlySend: Required<PlayOptions>['around'] = (_, send) => send()

/** Plays one cell; returns the result ('status code') and whether a rejected call left every table unchanged. */
export async function playCell(
  app: TestApp,
  cell: Cell,
  { beforeCall, around = onlySend, isShared = false }: PlayOptions = {},
): Promise<{ actual: string; unchanged: boolean }> {
  const { caller, send } = await prepareCell(app, cell, isShared)
  await beforeCall?.(caller)
  const { result, changed } = await watchTables(app, () => around(cell, send))
  return { actual: result, unchanged: !isErrorResponse(result) || changed.length === 0 }
}

/**
 * Plays a row: first its rejected cells, concurrently and with a watch on every table, then the others.
 * Returns the result of each column, and the tables that the rejected calls changed.
 */
export async function playRow(
  app: TestApp,
  row: readonly Cell[],
  around = onlySend,
): Promise<{ results: Record<string, string>; changed: string[] }> {
  if (row.some((cell) => cell.request?.isSequential)) return playSequentially(app, row, around)
  const prepared = await Promise.all(row.map((cell) => prepareCell(app, cell, canShareUsers(cell))))
  const results: Record<string, string> = {}
  const report = async ({ cell, send }: Prepared) => {
    results[cell.column] = await around(cell, send)
  }
  const rejected = prepared.filter(({ cell }) => isErrorResponse(cell.expected))
  const { changed } = await watchTables(app, () => Promise.all(rejected.map(report)))
  for (const one of prepared.filter(({ cell }) => !isErrorResponse(cell.expected))) await report(one)
  return { results, changed }
}

async function playSequentially(
  app: TestApp,
  row: readonly Cell[],
  around: typeof onlySend,
): ReturnType<typeof playRow> {
  const results: Record<string, string> = {}
  const changed: string[] = []
  for (const cell of row) {
    const isShared = canShareUsers(cell)
    if (isErrorResponse(cell.expected)) {
      const { actual, unchanged } = await playCell(app, cell, { around, isShared })
      results[cell.column] = actual
      if (!unchanged) changed.push(`by ${cell.column}`)
    } else results[cell.column] = await around(cell, (await prepareCell(app, cell, isShared)).send)
  }
  return { results, changed }
}

const isErrorResponse = (response: string) => Number(response.slice(0, 3)) >= 400

/** 'status', followed by the error code if there is one. */
export function statusAndCode({ status, body }: { status: number; body: unknown }): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : ''
  return status >= 400 ? `${status}${code}` : String(status)
}

export function signInAs(app: TestApp, key: keyof typeof fieldsOf, number: number): Promise<TestUser> {
  return signIn(app, `${key}-${number}`, fieldsOf[key])
}

/** Every row that is inserted, updated or deleted, also without a difference, leaves the name of its table. */
async function recordChanges({ database }: TestApp): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database.query)
  await sql`create table changes (id bigint generated always as identity primary key, "table" text)`.execute(
    database.query,
  )
  await sql`
    create function record_change() returns trigger language plpgsql
    as $$ begin insert into changes ("table") values (tg_table_name); return null; end $$`.execute(
    database.query,
  )
  const triggers = tables.map(
    ({ name }) => sql`
      create trigger record_change after insert or update or delete on ${sql.table(name)}
      for each row execute function record_change()`,
  )
  await sql`do $do$ begin ${sql.join(triggers, sql`; `)}; end $do$`.execute(database.query)
}

/** What `act` returns, and the tables that change meanwhile: those of queued mails, too, as each inserts a row for its link. */
export async function watchTables<Result>(
  { app, database }: TestApp,
  act: () => Promise<Result>,
): Promise<{ result: Result; changed: string[] }> {
  await app.jobs.whenIdle()
  // Emptying the table instead makes every connection plan all triggers anew.
  const { rows: before } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from changes`.execute(
    database.query,
  )
  const result = await act()
  await app.jobs.whenIdle()
  const { rows } = await sql<{ table: string }>`
    select distinct "table" from changes where id > ${before[0]?.id ?? 0}`.execute(database.query)
  return { result, changed: rows.map(({ table }) => table) }
}
