// What members should know now about a sitting: decided for a chunk of them, by what each was notified of.
import { listVisibleMembers } from '#features/meditation/server/service.ts'
import { notificationChannels } from '#features/notifications/contract.ts'
import { hasRung } from '#features/sittings/phases.ts'
import { findSittingUnderWay } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Language } from '#shared/i18n/t.ts'
import type { NotificationKind, Presence } from '../next-notification.ts'
import type { NotifiedSitting } from './announced-sittings.ts'
import { nextStepOf } from './member-step.ts'
import type { ReminderMember, StoredNotification } from './sql/reminder-members.ts'
import type { NewNotification } from './sql/sitting-notifications.ts'

/** A notification that a member should get now, and that isn't claimed yet. */
export interface PendingNotification extends NewNotification {
  kind: NotificationKind
  untilMs: number
  language: Language | null
  /** Whether the times of the last one were by another clock. */
  isOtherZone: boolean
  /** The push that is tried again; null for a new one. */
  repeated: StoredNotification | null
}

/** What some members should know now about a sitting, as it was when they were read. */
export interface ReminderChunk {
  sitting: NotifiedSitting
  pending: readonly PendingNotification[]
}

interface PendingDeps extends Pick<Platform, 'calendar' | 'database' | 'roomClock'> {
  /** Whether a member has a live socket in the room of a day, on any node. */
  isPresent(day: string, userId: number): boolean
}

/** A page that was visible, or whose member had a seat, within this time is present (REM-03). */
const presentForMs = 2 * 60_000

/** Decides for each member and channel. Calls `runAgainAt` for what has to wait. */
export async function decidePending(
  deps: PendingDeps,
  { sitting, members }: { sitting: NotifiedSitting; members: readonly ReminderMember[] },
  runAgainAt: (atMs: number) => void,
): Promise<PendingNotification[]> {
  const nowMs = deps.roomClock.now()
  const presenceOf = await readPresence(deps, sitting, members)
  const pending: PendingNotification[] = []
  for (const member of members)
    for (const channel of notificationChannels) {
      // A mail that waits says what is true when it leaves.
      if (channel === 'mail' && member.notifications.some(isWaitingMail)) continue
      const presence = presenceOf(member.userId)
      const { step, zone, last, repeated } = nextStepOf(deps, { sitting, member, presence }, { channel })
      if (step === null) continue
      const waitUntilMs = 'waitUntilMs' in step ? step.waitUntilMs : repeated?.retryAt
      if (waitUntilMs && waitUntilMs > nowMs) runAgainAt(waitUntilMs)
      else if ('kind' in step)
        pending.push({
          ...step,
          sittingId: sitting.sittingId,
          userId: member.userId,
          language: member.language,
          channel,
          number: (last?.number ?? 0) + 1,
          zone,
          isOtherZone: last !== null && last.zone !== zone,
          repeated,
        })
    }
  return pending
}

function isWaitingMail({ channel, sentAt }: StoredNotification): boolean {
  return channel === 'mail' && sentAt === null
}

/** Where members are now: a page that was visible or a seat, or the room of a sitting that is on (REM-03). */
async function readPresence(
  { database, roomClock, isPresent }: PendingDeps,
  { sittingId }: NotifiedSitting,
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
