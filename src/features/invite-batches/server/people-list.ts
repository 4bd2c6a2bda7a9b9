// A list of people to invite: what each row would do, the same for the preview and the result (JOIN-01).
import { listEmailsOfAccounts } from '#features/auth/server/service.ts'
import { mapInSlices, readTable, tooManyRows } from '#server/csv/read-table.ts'
import type { Executor } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { invitationDays, invitedPeopleMax } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import type { ListedPersonState, PersonState } from '../contract.ts'
import { isPeopleHeader, openPeopleList, type ListedPerson } from '../people.ts'
import { quoteMailboxCells } from '../table-columns.ts'
import type { Mailboxes } from './mailboxes.ts'
import { findMailboxStates } from './sql/mailboxes.ts'

/** A row of the list, with the hash of a valid address. */
interface JudgedPerson {
  person: ListedPersonState
  emailHash: Buffer | null
}

/** Reads the rows of a text. Throws `invalid` beside `text`. */
export async function readPeopleList(text: string): Promise<ListedPerson[]> {
  const { header, rows } = await readTable(quoteMailboxCells(text), {
    isHeader: isPeopleHeader,
    rowsMax: invitedPeopleMax,
    noHeader: () =>
      t(
        'The first row names the columns: email, and if you like name, note and language. A list of addresses alone works, too.',
      ),
  })
  const list = openPeopleList(header, rows)
  // Without a header the first row is a person, too.
  if (list.rows.length > invitedPeopleMax) throw tooManyRows(invitedPeopleMax)
  return mapInSlices(list.rows, list.readRow)
}

/** Says of each row whether its person can be invited now. */
export async function judgePeople(
  db: Executor,
  mailboxes: Mailboxes,
  { people, now }: { people: readonly ListedPerson[]; now: Date },
): Promise<JudgedPerson[]> {
  const valid = people.filter(({ problem }) => problem === null)
  const emails = valid.map(({ email }) => email)
  const hashes = new Map<string, Buffer>()
  for (const email of emails) hashes.set(email, await mailboxes.hash(email))
  const members = await listEmailsOfAccounts(db, emails)
  const states = await findMailboxStates(db, [...hashes.values()], daysBefore(now, invitationDays))
  return people.map(({ problem, ...listed }) => {
    const emailHash = problem === null ? (hashes.get(listed.email) ?? null) : null
    const known: PersonState = members.has(listed.email)
      ? 'member'
      : ((emailHash && states.get(emailHash.toString('hex'))) ?? 'ready')
    return { person: { ...listed, state: problem ?? known }, emailHash }
  })
}

export function countPeople(people: readonly JudgedPerson[]) {
  const count = (...states: PersonState[]) =>
    people.filter(({ person }) => states.includes(person.state)).length
  return {
    ready: count('ready'),
    member: count('member'),
    invited: count('invited'),
    refused: count('refused'),
    bad: count('bad-email', 'bad-language'),
    twice: count('twice'),
  }
}
