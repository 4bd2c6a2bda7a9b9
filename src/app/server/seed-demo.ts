// Demo seed: sample content for the first start, inserted once, in one transaction (OPS-14).
import * as z from 'zod/mini'
import type { BuiltinAccounts } from '#features/auth/server/identity.ts'
import { setVerifiedEmail } from '#features/auth/server/sql/identity-users.ts'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { insertMessage } from '#features/chat/server/sql/messages.ts'
import { insertEntries } from '#features/energy/server/sql.ts'
import { insertPastVisits, type PastVisit } from '#features/meditation/server/sql.ts'
import { completionThresholdSeconds } from '#features/meditation/visit-time.ts'
import { insertReport, saveDecision } from '#features/moderation/server/sql/cases.ts'
import { insertModerationMessages } from '#features/moderation/server/sql/moderation-messages.ts'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import {
  rewardFirstSession,
  ensureReferralCode,
  recordReferralJoin,
} from '#features/referrals/server/service.ts'
import { insertSchedulesIfFree } from '#features/schedules/server/sql.ts'
import { playedSeconds, withPlays } from '#features/sittings/flat-plays.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { insertScheduledSittings } from '#features/sittings/server/service.ts'
import { templateFieldsSchema } from '#features/templates/contract.ts'
import { addTemplates } from '#features/templates/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { claimSeed } from '#server/db/sql.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { listReasons } from '#shared/decision-reasons.ts'
import { minuteMs } from '#shared/durations.ts'
import {
  demoAccounts,
  demoChat,
  demoGuests,
  demoTemplates,
  demoEnergy,
  demoReferrals,
  demoReports,
  demoCode,
  demoFirstJoinedDaysAgo,
  demoModeratorsSatDaysAgo,
} from './demo-content.ts'

const daysEitherWay = 30
const demoSittingTime = '19:00'

/**
 * Inserts the demo unless an earlier start inserted it; returns whether it did now. All three accounts share the
 * password, which is created only then. Where `accounts` is null another provider manages accounts, so these can't sign in.
 */
export async function seedDemo(
  platform: Platform,
  accounts: BuiltinAccounts | null,
  createPassword: () => string,
): Promise<boolean> {
  const nowMs = platform.clock.now()
  const now = new Date(nowMs)
  return platform.database.transaction(async (tx) => {
    if (!(await claimSeed(tx, 'demo', now))) return false
    const days = platform.calendar.days()
    const today = days.dayOf(nowMs)
    const templates = await insertTemplates(tx, now)
    const ids = await insertSchedulesIfFree(tx, scheduleDays(today, templates, now))
    await insertScheduledSittings(
      tx,
      { days, nowMs },
      ids.filter((id) => id !== null),
    )
    const userIds = await insertDemoUsers(tx, accounts, createPassword(), days, nowMs)
    await insertChat(tx, userIds, days, nowMs)
    await insertCases(tx, userIds, days, nowMs)
    const memberId = userIds.get('Maya Andersen') ?? 0
    await insertEntries(tx, energyEntries(days, memberId, today))
    const sessions = [
      ...memberSessions(days, memberId, today, templates),
      ...firstSessions(days, userIds, today, templates),
    ]
    await insertPastVisits(tx, sessions)
    await insertReferrals(tx, userIds, days, sessions, nowMs)
    return true
  })
}

/** A stored template of the rotation: its minutes as printed, and its seconds where they are known. */
type DemoTemplate = { id: number; minutes: number; seconds: number | null }

async function insertTemplates(tx: Executor, now: Date): Promise<DemoTemplate[]> {
  const ids = await addTemplates(tx, demoTemplates, now)
  return demoTemplates.map((template, index) => {
    const { duration, plays } = withPlays(z.parse(templateFieldsSchema, template))
    return { id: ids[index] ?? 0, minutes: duration, seconds: playedSeconds(plays) }
  })
}

function scheduleDays(today: string, templates: readonly DemoTemplate[], createdAt: Date) {
  return Array.from({ length: 2 * daysEitherWay + 1 }, (_, index) => {
    const fromToday = index - daysEitherWay
    const template = templates[templateIndex(fromToday)]
    const date = addDays(today, fromToday)
    // From today on a sitting at the demo's own hour, where the video's length is known.
    const together = fromToday >= 0 && (template?.seconds ?? null) !== null
    const fields = {
      ...sittingDefaults,
      together,
      date,
      scheduledTime: together ? demoSittingTime : scheduledTimeDefault,
      isActive: true,
    }
    return { ...fields, templateId: template?.id ?? 0, createdAt }
  })
}

async function insertDemoUsers(
  tx: Executor,
  accounts: BuiltinAccounts | null,
  password: string,
  days: CommunityDays,
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
      createdAt: new Date(joinedAtMs(days, name, nowMs)),
    })
    ids.set(name, id)
    if (uid && email) await setVerifiedEmail(tx, { uid, email, isOwnerSignedIn: true, now: new Date(nowMs) })
  }
  return ids
}

/** The provider's own records are outside our transaction: an earlier, interrupted seed may have created them. */
async function ensureAccount(
  accounts: BuiltinAccounts,
  account: { email: string; password: string; name: string },
): Promise<string> {
  try {
    return (await accounts.signUp(account, { address: '' })).uid
  } catch {
    return (await accounts.signIn(account, { address: '' })).identity.uid
  }
}

async function insertChat(
  tx: Executor,
  userIds: ReadonlyMap<string, number>,
  days: CommunityDays,
  nowMs: number,
): Promise<void> {
  const today = days.dayOf(nowMs)
  for (const { author, minutesAgo, text } of demoChat) {
    const userId = userIds.get(author)
    if (userId === undefined) continue
    // Never before the start of the day, even if the first start is soon after midnight.
    const atMs = Math.max(days.startMs(today), nowMs - minutesAgo * minuteMs)
    await insertMessage(tx, { userId, message: text, sessionDate: today, timestamp: new Date(atMs) })
  }
}

/** Messages of yesterday that moderators decided about, or that wait for them. */
async function insertCases(
  tx: Executor,
  userIds: ReadonlyMap<string, number>,
  days: CommunityDays,
  nowMs: number,
): Promise<void> {
  const day = addDays(days.dayOf(nowMs), -1)
  const sentAt = new Date(sittingStartMs(days, day))
  const minutesAgo = (minutes: number) => new Date(nowMs - minutes * minuteMs)
  for (const { author, text, reporter, reason, note, reportedMinutesAgo, decision } of demoReports) {
    const userId = userIds.get(author) ?? 0
    const reporterId = userIds.get(reporter) ?? 0
    const id = await insertMessage(tx, { userId, message: text, sessionDate: day, timestamp: sentAt })
    const message = { id, userId, text, day, sentAt: sentAt.toISOString() }
    const now = minutesAgo(reportedMinutesAgo)
    const caseId = (await insertReport(tx, { message, reporterId, reason, note, now }))?.caseId
    if (caseId === undefined || decision === null) continue
    const decidedAt = minutesAgo(decision.decidedMinutesAgo)
    await saveDecision(tx, caseId, {
      action: 'remind',
      reason: listReasons([]).find((each) => each.id === reason) ?? null,
      sentence: decision.sentence,
      minutes: null,
      decidedBy: userIds.get(decision.by) ?? 0,
      decidedAt,
    })
    await insertModerationMessages(tx, { userIds: [userId], kind: 'reminded', caseId, now: decidedAt })
    await insertModerationMessages(tx, { userIds: [reporterId], kind: 'thanked', caseId, now: decidedAt })
  }
}

/** The template of a day, relative to today's: the templates rotate. */
function templateIndex(daysFromToday: number): number {
  // The silence and the live evening, the last ones, are for days to come: they are longer than the member's past visits.
  const count = daysFromToday < 0 ? demoTemplates.length - 2 : demoTemplates.length
  return ((daysFromToday % count) + count) % count
}

type NewEntry = Parameters<typeof insertEntries>[1][number]

interface PastDay {
  sessionDate: string
  startMs: number
  day: (typeof demoEnergy)[number]
}

function pastDays(days: CommunityDays, today: string): PastDay[] {
  return demoEnergy.map((day, index) => {
    const sessionDate = addDays(today, index - demoEnergy.length)
    return { sessionDate, startMs: sittingStartMs(days, sessionDate), day }
  })
}

function sittingStartMs(days: CommunityDays, day: string): number {
  return days.startMs(day) + 7 * 60 * minuteMs
}

/** The member's energy entries. */
function energyEntries(days: CommunityDays, userId: number, today: string): NewEntry[] {
  return pastDays(days, today).flatMap(
    ({ sessionDate, startMs, day: { before, after, comment, minutes } }) => {
      const base = { userId, sessionDate, isSample: false }
      const endTime = new Date(startMs + (minutes ?? 0) * minuteMs)
      const entries: NewEntry[] = []
      if (before !== null) {
        const createdAt = new Date(startMs)
        entries.push({ ...base, emotionLevel: before, moodType: 'pre', comment: null, createdAt })
      }
      if (after !== null) {
        entries.push({ ...base, emotionLevel: after, moodType: 'post', comment, createdAt: endTime })
      }
      return entries
    },
  )
}

/** The member's sittings, each in the day's meditation; some visits are too short to complete it. */
function memberSessions(
  days: CommunityDays,
  userId: number,
  today: string,
  templates: readonly DemoTemplate[],
): PastVisit[] {
  return pastDays(days, today).flatMap(({ sessionDate, startMs, day: { minutes } }, index) => {
    if (minutes === null) return []
    const template = templates[templateIndex(index - demoEnergy.length)]
    const seconds = minutes * 60
    const lengths = { durationMinutes: template?.minutes ?? 0, mediaSeconds: template?.seconds ?? null }
    const completed = seconds >= completionThresholdSeconds(lengths)
    const templateId = template?.id ?? 0
    const startTime = new Date(startMs)
    return [{ userId, sessionDate, templateId, startTime, seconds, completed, isSample: false }]
  })
}

/** The first sittings of the referred friends and of the moderators, each complete: they are known members. */
function firstSessions(
  days: CommunityDays,
  userIds: ReadonlyMap<string, number>,
  today: string,
  templates: readonly DemoTemplate[],
): PastVisit[] {
  const moderators = demoAccounts.filter(({ isAdmin, isGardenAngel }) => isAdmin || isGardenAngel)
  const sat = [
    ...demoReferrals.map(({ friend, satDaysAgo }) => ({ name: friend, satDaysAgo })),
    ...moderators.map(({ name }) => ({ name, satDaysAgo: demoModeratorsSatDaysAgo })),
  ]
  return sat.flatMap(({ name, satDaysAgo }) => {
    if (satDaysAgo === null) return []
    const userId = userIds.get(name) ?? 0
    const sessionDate = addDays(today, -satDaysAgo)
    const startTime = new Date(sittingStartMs(days, sessionDate))
    const template = templates[templateIndex(-satDaysAgo)]
    const templateId = template?.id ?? 0
    const seconds = (template?.minutes ?? 0) * 60
    return [{ userId, sessionDate, templateId, startTime, seconds, completed: true, isSample: false }]
  })
}

// Before the sitting of the same day; on the day of the seed, before the member's chat messages.
const joinedAtMinute = 6.5 * 60
const joinedMinutesAgo = 20

/** When a demo member joined, in epoch milliseconds. */
export function joinedAtMs(days: CommunityDays, name: string, nowMs: number): number {
  const today = days.dayOf(nowMs)
  const daysAgo = demoReferrals.find(({ friend }) => friend === name)?.joinedDaysAgo ?? demoFirstJoinedDaysAgo
  // Never before the start of the day, even if the first start is soon after midnight.
  if (daysAgo === 0) return Math.max(days.startMs(today), nowMs - joinedMinutesAgo * minuteMs)
  return days.startMs(addDays(today, -daysAgo)) + joinedAtMinute * minuteMs
}

/**
 * Gives every member a code, and awards points for each referred member who sat; `sessions` are the seeded
 * sittings.
 */
async function insertReferrals(
  tx: Executor,
  userIds: ReadonlyMap<string, number>,
  days: CommunityDays,
  sessions: readonly PastVisit[],
  nowMs: number,
): Promise<void> {
  const codes = new Map<string, string>()
  for (const [name, userId] of userIds) {
    const now = new Date(joinedAtMs(days, name, nowMs))
    const chosen = name === demoCode.of ? { makeCode: () => demoCode.code } : {}
    const { code } = await ensureReferralCode(tx, { userId, now, ...chosen })
    codes.set(name, code)
  }
  for (const { referrer, friend } of demoReferrals) {
    const userId = userIds.get(friend) ?? 0
    const now = new Date(joinedAtMs(days, friend, nowMs))
    await recordReferralJoin(tx, days, {
      userId,
      referralCode: codes.get(referrer) ?? null,
      joinedFrom: null,
      now,
    })
    const first = sessions.find((session) => session.userId === userId && session.completed)
    if (first) await rewardFirstSession(tx, { userId, now: sessionEnd(first) })
  }
}

function sessionEnd({ startTime, seconds }: PastVisit): Date {
  return new Date(startTime.getTime() + seconds * 1_000)
}
