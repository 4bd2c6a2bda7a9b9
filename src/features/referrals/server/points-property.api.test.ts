// Points, property-based: thousands of random actions of members and administrators keep the sums correct.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertMember } from '#features/auth/server/sql/users.ts'
import { firstCompletedAt } from '#features/meditation/server/service.ts'
import { creditTime, startVisit } from '#features/meditation/server/visits.ts'
import { applyBan } from '#features/moderation/server/bans.ts'
import { isAppError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import { connectDatabase } from '#server/db/database.ts'
import { addDays } from '#shared/day.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { findViolations } from '#test/database/invariants.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { createSeededRandom } from '#test/seeded-random.ts'
import { attributeReferral } from './attribution.ts'
import { ensureReferralCode, recordReferralJoin } from './service.ts'
import { referralCodeOf, pointsOf } from './sql.ts'

const operations = process.env['TEST_FULL'] === undefined ? 400 : 10_000
/** At most so many, until every error was met. */
const operationsMax = Math.max(3_000, operations)
const workers = 8
const checkedEvery = 100
const sittingSeconds = 150

const app = await openTestApp()
const database = closeAfterAll(connectDatabase(app.databaseUrl, { maxConnections: workers }))
const firstDay = app.calendar.today()
for (let day = 0; day < 10; day += 1) await makeMeditation(app, { day: addDays(firstDay, day) })
const { userId: adminId } = await signIn(app, 'ada', personFields.ada)

interface Simulation {
  platform: Platform
  chance: () => number
  /** All registered members, in order of registration. */
  people: number[]
}

const now = () => new Date(app.clock.now())

/** A random member; every other time one of the newest, whose referrals are still open. */
function randomMember({ chance, people }: Simulation): number {
  const among = chance() < 0.5 ? people.slice(-6) : people
  return among[Math.floor(chance() * among.length)] ?? adminId
}

/** Usually a member's code, sometimes an invalid one. */
async function randomCodeOf(world: Simulation, ofWhom = randomMember(world)): Promise<string> {
  const turn = world.chance()
  if (turn < 0.1) return ['', '0012', 'true', 'ZZZZZZZZ', 'n o n e'][Math.floor(turn * 50)] ?? ''
  const code = await referralCodeOf(database.query, turn < 0.15 ? randomMember(world) : ofWhom)
  return turn < 0.5 ? (code ?? '').toLowerCase() : (code ?? '')
}

async function register(world: Simulation): Promise<void> {
  const uid = randomUUID()
  const referralCode = await randomCodeOf(world)
  const id = await database.transaction(async (tx) => {
    const facts = { firebaseUid: uid, email: `${uid}@example.org`, name: 'Una', lastLoginIp: null }
    const member = await insertMember(tx, { ...facts, lastLogin: now(), termsVersion: 0 })
    if (!member) throw new Error('Nobody has this identity.')
    if (world.chance() < 0.9) await ensureReferralCode(tx, { userId: member.id, now: now() })
    await recordReferralJoin(tx, app.calendar.days(), {
      userId: member.id,
      referralCode,
      joinedFrom: null,
      now: now(),
    })
    return member.id
  })
  world.people.push(id)
}

async function sit(world: Simulation): Promise<void> {
  const userId = randomMember(world)
  const day = app.calendar.today()
  const { visit } = await startVisit(world.platform, userId, day)
  app.clock.advance(sittingSeconds * 1_000)
  const report = { additionalDuration: sittingSeconds }
  // Two tabs, in sequence or concurrent with other actions.
  const times = world.chance() < 0.3 ? 2 : 1
  const reports = Array.from({ length: times }, () =>
    creditTime(world.platform, { userId, visitId: visit.id, report, isGoodbye: world.chance() < 0.2 }),
  )
  await Promise.all(reports)
}

async function credit(world: Simulation): Promise<void> {
  const referreeId = randomMember(world)
  // Sometimes the member itself.
  const referrerId = world.chance() < 0.05 ? referreeId : randomMember(world)
  await attribute({ referreeId, referrerId, referralCode: await randomCodeOf(world, referrerId) })
  // Random pairs rarely make a circle.
  if (world.chance() < 0.1) {
    const referralCode = (await referralCodeOf(database.query, referreeId)) ?? ''
    await attribute({ referreeId: referrerId, referrerId: referreeId, referralCode })
  }
}

const attribute = (facts: { referreeId: number; referrerId: number; referralCode: string }) =>
  database.transaction((tx) => attributeReferral(tx, { adminId, ...facts, now: now() }, firstCompletedAt))

async function ban(world: Simulation): Promise<void> {
  await applyBan(world.platform, {
    moderatorId: adminId,
    userId: randomMember(world),
    reason: 'Unkind words',
  })
}

// One member: an update of several takes its locks in any order and deadlocks with the product, which takes them by id.
async function unban(): Promise<void> {
  const free = { isBanned: false, bannedAt: null, bannedReason: null, bannedBy: null }
  const longestBanned = database.query
    .selectFrom('users')
    .select('id')
    .where('isBanned', '=', true)
    .orderBy('bannedAt')
    .limit(1)
  await database.query.updateTable('users').set(free).where('id', '=', longestBanned).execute()
}

async function ensureRandomCode(world: Simulation): Promise<void> {
  await ensureReferralCode(database.query, { userId: randomMember(world), now: now() })
}

async function read(world: Simulation): Promise<void> {
  const seen = await pointsOf(database.query, randomMember(world))
  expect(seen.points).toBe(seen.transactions.reduce((all, { amount }) => all + amount, 0))
}

function randomOperation(chance: number): (world: Simulation) => Promise<void> {
  if (chance < 0.2) return register
  if (chance < 0.5) return sit
  if (chance < 0.77) return credit
  if (chance < 0.81) return ban
  if (chance < 0.85) return unban
  return chance < 0.88 ? ensureRandomCode : read
}

const linesByType = () =>
  app.database.query
    .selectFrom('quantum_love_transactions')
    .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute()

/** The errors that a run must cover. */
const refusals = [
  'already_referred',
  'banned',
  'referral_code_mismatch',
  'referral_cycle',
  'referral_to_self',
  'referrer_banned',
]

test(
  `[PTS-06] [I01] [I02] points match the ledger after every hundred of ${operations} operations on eight connections`,
  { timeout: 180_000 },
  async () => {
    const chance = createSeededRandom(20_261_121)
    const world: Simulation = { platform: { ...app.app.platform, database }, chance, people: [] }
    for (let count = 0; count < 6; count += 1) await register(world)
    const refused = new Set<string>()
    const faults: string[] = []
    let done = 0
    // Which operations meet depends on the workers: some runs need more of them to cover every error.
    const isCovered = () => refusals.every((code) => refused.has(code))
    const isOver = () => done >= operations && (isCovered() || done >= operationsMax)
    const worker = async () => {
      while (!isOver() && faults.length === 0) {
        done += 1
        const isCheckDue = done % checkedEvery === 0
        await randomOperation(chance())(world).catch((error: unknown) => {
          if (!isAppError(error)) throw error
          refused.add(error.errorResponse.body.code)
        })
        // Checked while the other workers run, because the invariants hold at every moment.
        if (isCheckDue) faults.push(...(await findViolations(app.database.query)))
      }
    }
    await Promise.all(Array.from({ length: workers }, worker))
    expect([...faults, ...(await findViolations(app.database.query))]).toEqual([])
    const oftenPaid = (await linesByType())
      .filter(({ count }) => count > operations / 50)
      .map(({ type }) => type)
    expect(oftenPaid.toSorted()).toEqual(['first-session', 'join', 'reversal', 'reward'])
    expect([...refused].toSorted()).toEqual(refusals)
  },
)
