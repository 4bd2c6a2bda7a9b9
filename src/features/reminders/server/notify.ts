// Runs the jobs of reminders: looks at a sitting, member by member, and notifies those who should know something now.
import type { Platform } from '#server/context.ts'
import { notificationChannels } from '#features/notifications/contract.ts'
import { listVisibleMembers } from '#features/meditation/server/service.ts'
import { findSittingUnderWay } from '#features/sittings/server/service.ts'
import { hasRung } from '#features/sittings/phases.ts'
import type { PushDelivery, PushNotice, PushSender } from '#features/push/server/service.ts'
import type { Job } from '#server/jobs/sql.ts'
import { inLanguage } from '#server/language/reader.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import type { Language } from '#shared/t.ts'
import type { NotificationKind, Presence } from '../next-notification.ts'
import { pushNotice } from '../notices.ts'
import { findSubject, type Subject } from './announced-sittings.ts'
import { nextStepOf } from './member-step.ts'
import { remindersMailType, type ReminderMailFacts } from './mails.ts'
import type { ReminderPayload } from './schedule-reminders.ts'
import {
  claimNotifications,
  deleteNotification,
  listReminderMembers,
  savePushRetry,
  type NewNotification,
  type ReminderMember,
  type StoredNotification,
} from './sql/notifications.ts'

export interface RemindersDeps {
  push: PushSender
  /** Whether a member has a live socket in the room of a day, on any node. */
  isPresent(day: string, userId: number): boolean
}

const chunkMax = 500
const chunksAtOnce = 4
/** A page that was visible, or whose member had a seat, within this time is present (REM-03). */
const presentForMs = 2 * 60_000
/** Delays before each retry of a push; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000]

type NotifyDeps = Pick<Platform, 'calendar' | 'clock' | 'community' | 'database' | 'roomClock'> &
  RemindersDeps

/** A notification of a member that is about to be claimed. */
interface Claim extends NewNotification {
  kind: NotificationKind
  untilMs: number
  language: Language | null
  /** Whether the times of the last one were by another clock. */
  isOtherZone: boolean
  /** The push that is tried again; null for a new one. */
  repeated: StoredNotification | null
}

/** Creates the function that runs a job: it returns when to look again, or null when nothing is left to do. */
export function createReminderRun(deps: NotifyDeps) {
  const { database, roomClock } = deps
  return async (
    { payload }: Pick<Job, 'payload'>,
    signal: AbortSignal,
  ): Promise<{ waitMs: number } | null> => {
    const { sittingId } = payload as ReminderPayload
    const lookAgain = createEarliest()
    const sending = new Set<Promise<void>>()
    const failures: unknown[] = []
    try {
      for (let after = 0; ;) {
        signal.throwIfAborted()
        const subject = await findSubject(deps, sittingId)
        if (subject === null) return null
        const members = await listReminderMembers(database.query, sittingId, { after, max: chunkMax })
        const last = members.at(-1)
        if (!last) break
        after = last.userId
        const claims = await decide(deps, { subject, members, lookAgain })
        await claimSilent(deps, subject, claims)
        await queueMails(deps, subject, claims)
        const sent: Promise<void> = sendPushes(deps, { subject, claims, lookAgain })
          .catch((error: unknown) => void failures.push(error))
          .finally(() => sending.delete(sent))
        sending.add(sent)
        if (sending.size >= chunksAtOnce) await Promise.race(sending)
      }
    } finally {
      await Promise.all(sending)
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some notifications were not sent.')
    const atMs = lookAgain.atMs()
    return atMs === null ? null : { waitMs: Math.max(0, atMs - roomClock.now()) }
  }
}

/** The earliest of some moments. */
interface Earliest {
  add(atMs: number): void
  /** Null without any. */
  atMs(): number | null
}

function createEarliest(): Earliest {
  let earliest: number | null = null
  return {
    add: (atMs) => (earliest = Math.min(earliest ?? atMs, atMs)),
    atMs: () => earliest,
  }
}

/** Decides for each member and channel; adds the moments at which there is more to decide. */
async function decide(
  deps: NotifyDeps,
  {
    subject,
    members,
    lookAgain,
  }: { subject: Subject; members: readonly ReminderMember[]; lookAgain: Earliest },
): Promise<Claim[]> {
  const nowMs = deps.roomClock.now()
  const presenceOf = await readPresence(deps, subject, members)
  const claims: Claim[] = []
  for (const member of members)
    for (const channel of notificationChannels) {
      // A mail that waits says what is true when it leaves.
      if (channel === 'mail' && member.notifications.some(isWaitingMail)) continue
      const presence = presenceOf(member.userId)
      const { step, zone, last, repeated } = nextStepOf(deps, { subject, member, presence }, { channel })
      if (step === null) continue
      const waitUntilMs = 'waitUntilMs' in step ? step.waitUntilMs : repeated?.retryAt
      if (waitUntilMs && waitUntilMs > nowMs) lookAgain.add(waitUntilMs)
      else if ('kind' in step)
        claims.push({
          ...step,
          sittingId: subject.sittingId,
          userId: member.userId,
          language: member.language,
          channel,
          number: (last?.number ?? 0) + 1,
          zone,
          isOtherZone: last !== null && last.zone !== zone,
          repeated,
        })
    }
  return claims
}

function isWaitingMail({ channel, sentAt }: StoredNotification): boolean {
  return channel === 'mail' && sentAt === null
}

/** Where members are now: a page that was visible or a seat, or the room of a sitting that is on (REM-03). */
async function readPresence(
  { database, roomClock, isPresent }: NotifyDeps,
  { sittingId }: Subject,
  members: readonly ReminderMember[],
): Promise<(userId: number) => Presence> {
  const nowMs = roomClock.now()
  const since = new Date(nowMs - presentForMs)
  const userIds = members.map(({ userId }) => userId)
  const visible = new Set(await listVisibleMembers(database.query, { userIds, since }))
  const underWay = await findSittingUnderWay(database.query, nowMs)
  const sitting = underWay && hasRung(underWay, nowMs) ? underWay : null
  return (userId) => {
    const isSitting = sitting !== null && isPresent(sitting.day, userId)
    return {
      isHere: visible.has(userId) || (isSitting && sitting.id === sittingId),
      sitsUntil: isSitting && sitting.id !== sittingId ? sitting.endsAt : null,
    }
  }
}

async function claimSilent(
  { clock, database }: NotifyDeps,
  { version }: Subject,
  claims: readonly Claim[],
): Promise<void> {
  const silent = claims.filter(({ isSilent }) => isSilent)
  await claimNotifications(database.query, silent, { now: new Date(clock.now()), version, state: 'sent' })
}

/** Queues mails in the transaction of their claims, which so leave exactly once; each is composed when it leaves. */
async function queueMails(
  { clock, database }: NotifyDeps,
  { sittingId, version }: Subject,
  claims: readonly Claim[],
): Promise<void> {
  const mails = claims.filter(({ channel, isSilent }) => channel === 'mail' && !isSilent)
  if (mails.length === 0) return
  await database.transaction(async (tx) => {
    const now = new Date(clock.now())
    const claimed = await claimNotifications(tx, mails, { now, version, state: 'waiting' })
    const facts: ReminderMailFacts = { sittingId }
    await insertBulkMails(tx, { type: remindersMailType, facts, userIds: [...claimed], now })
  })
}

/** Sends the pushes of a chunk, each in the words of its member's language and zone. */
async function sendPushes(
  deps: NotifyDeps,
  { subject, claims, lookAgain }: { subject: Subject; claims: readonly Claim[]; lookAgain: Earliest },
): Promise<void> {
  const { clock, database, push, roomClock } = deps
  const pushes = claims.filter(({ channel, isSilent }) => channel === 'push' && !isSilent)
  if (pushes.length === 0) return
  const devicesOf = await push.listDevices(pushes.map(({ userId }) => userId))
  const noticeOf = createNotices(deps, subject)
  const deliveries = pushes.flatMap((claim) => {
    const waiting = claim.repeated?.retryDevices ?? null
    const devices = (devicesOf.get(claim.userId) ?? []).filter(
      ({ endpointHash }) => waiting === null || waiting.includes(endpointHash.toString('hex')),
    )
    // Without a device nothing is claimed.
    return devices.length === 0
      ? []
      : [
          { claim, devices, notice: noticeOf(claim), deadlineMs: claim.untilMs } satisfies PushDelivery & {
            claim: Claim
          },
        ]
  })
  await push.deliver(deliveries, {
    claim: async (batch) => {
      const claimed = await claimNotifications(
        database.query,
        batch.map(({ claim }) => claim),
        { now: new Date(clock.now()), version: subject.version, state: 'sent' },
      )
      return batch.filter(({ claim }) => claimed.has(claim.userId))
    },
    onOutcomes: async ({ claim, devices }, outcomes) => {
      const failures = outcomes.flatMap((outcome, index) => {
        const device = devices[index]
        return typeof outcome === 'string' || !device
          ? []
          : [{ ...outcome, hash: device.endpointHash.toString('hex') }]
      })
      const isSent =
        outcomes.some((outcome) => outcome === 'sent' || outcome === 'late') || claim.repeated?.sentAt != null
      if (failures.length > 0) {
        const delayMs = retryDelaysMs[claim.repeated?.retries ?? 0] ?? retryDelaysMs.at(-1) ?? 0
        const retryAt =
          roomClock.now() + Math.max(delayMs, ...failures.map(({ retryAfterMs }) => retryAfterMs))
        await savePushRetry(database.query, claim, {
          retryAt,
          devices: failures.map(({ hash }) => hash),
          isUnsent: !isSent,
        })
        lookAgain.add(retryAt)
      } else if (!isSent) await deleteNotification(database.query, claim)
    },
  })
}

/** Composes each text once for each language and zone. */
function createNotices({ community, roomClock }: NotifyDeps, { sittingId, title, titles }: Subject) {
  const composed = new Map<string, PushNotice>()
  return ({ kind, bell, zone, isOtherZone, language }: Claim): PushNotice => {
    const nowMs = roomClock.now()
    const readers = language ?? community.settings().language
    const key = `${kind} ${bell} ${readers} ${zone} ${isOtherZone}`
    const notice = composed.get(key) ?? {
      ...inLanguage(readers, () => pushNotice({ kind, bell, zone, isOtherZone, title, titles }, nowMs)),
      path: '/meditation',
      topic: `sitting-${sittingId}`,
      urgency: kind === 'day-before' ? 'normal' : 'high',
      at: nowMs,
    }
    composed.set(key, notice)
    return notice
  }
}
