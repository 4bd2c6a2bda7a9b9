// Demo seed: sample content for the first start, inserted once, in one transaction (OPS-14).
import { addDays, chicagoDay, dayStartMs } from '#shared/day.ts'
import type { BuiltinAccounts } from '#features/auth/server/identity.ts'
import { insertUser } from '#features/auth/server/sql.ts'
import { insertMessage } from '#features/chat/server/sql.ts'
import { insertEntries } from '#features/energy/server/sql.ts'
import { insertPastSessions } from '#features/meditation/server/sql-days.ts'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import { insertSchedules } from '#features/schedules/server/sql.ts'
import { addTemplates } from '#features/templates/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { claimSeed } from '#server/db/sql.ts'
import { demoAccounts, demoChat, demoGuests, demoTemplates } from './demo-content.ts'
import { energyEntries, friendSessions, memberSessions, templateIndex } from './seed-demo-days.ts'
import { insertReferrals, joinedAtMs } from './seed-demo-referrals.ts'

const minuteMs = 60_000
const daysEitherWay = 30

/**
 * Inserts the demo unless an earlier start inserted it; returns whether it did now. All three accounts share the
 * password. Where `accounts` is null another provider manages accounts, so these can't sign in.
 */
export async function seedDemo(
  platform: Platform,
  accounts: BuiltinAccounts | null,
  password: string,
): Promise<boolean> {
  const nowMs = platform.clock.now()
  const now = new Date(nowMs)
  return platform.database.transaction(async (tx) => {
    if (!(await claimSeed(tx, 'demo', now))) return false
    const today = chicagoDay(nowMs)
    const templateIds = await addTemplates(tx, demoTemplates, now)
    await insertSchedules(tx, scheduleDays(today, templateIds, now))
    const userIds = await insertDemoUsers(tx, accounts, password, nowMs)
    await insertChat(tx, userIds, today, nowMs)
    const memberId = userIds.get('Maya Andersen') ?? 0
    await insertEntries(tx, energyEntries(memberId, today))
    const sessions = [
      ...memberSessions(memberId, today, templateIds),
      ...friendSessions(userIds, today, templateIds),
    ]
    await insertPastSessions(tx, sessions)
    await insertReferrals(tx, userIds, sessions, nowMs)
    return true
  })
}

function scheduleDays(today: string, templateIds: readonly number[], createdAt: Date) {
  return Array.from({ length: 2 * daysEitherWay + 1 }, (_, index) => {
    const fromToday = index - daysEitherWay
    return {
      date: addDays(today, fromToday),
      templateId: templateIds[templateIndex(fromToday, templateIds.length)] ?? 0,
      scheduledTime: fromToday > 0 && fromToday % 3 === 0 ? '18:30' : '00:00',
      createdAt,
    }
  })
}

async function insertDemoUsers(
  tx: Executor,
  accounts: BuiltinAccounts | null,
  password: string,
  nowMs: number,
): Promise<Map<string, number>> {
  const pictures = await listActivePictureUrls(tx)
  const ids = new Map<string, number>()
  const users = [
    ...demoAccounts,
    ...demoGuests.map((name) => ({ email: null, name, isAdmin: false, isGardenAngel: false })),
  ]
  for (const [index, { email, name, isAdmin, isGardenAngel }] of users.entries()) {
    const uid = email && accounts && (await ensureAccount(accounts, { email, password, name }))
    const id = await insertUser(tx, {
      name,
      email: email ?? `${name.toLowerCase().replace(/\W+/g, '.')}@demo.invalid`,
      firebaseUid: uid,
      profilePicture: pictures[index % pictures.length] ?? null,
      profileCompleted: pictures.length > 0,
      isAdmin,
      isGardenAngel,
      createdAt: new Date(joinedAtMs(name, nowMs)),
    })
    ids.set(name, id)
  }
  return ids
}

/** The provider's own records are outside our transaction: an earlier, interrupted seed may have created them. */
async function ensureAccount(
  accounts: BuiltinAccounts,
  account: { email: string; password: string; name: string },
): Promise<string> {
  try {
    return (await accounts.signUp(account, '')).uid
  } catch {
    return (await accounts.signIn(account, '')).identity.uid
  }
}

async function insertChat(
  tx: Executor,
  userIds: ReadonlyMap<string, number>,
  today: string,
  nowMs: number,
): Promise<void> {
  for (const { author, minutesAgo, text } of demoChat) {
    const userId = userIds.get(author)
    if (userId === undefined) continue
    // Never before the start of the day, even if the first start is soon after midnight.
    const atMs = Math.max(dayStartMs(today), nowMs - minutesAgo * minuteMs)
    await insertMessage(tx, { userId, message: text, sessionDate: today, timestamp: new Date(atMs) })
  }
}
