// The next step for a member and a sitting, from what is stored of both.
import type { NotificationChannel } from '#features/notifications/contract.ts'
import { isChosen } from '#features/notifications/rules.ts'
import type { Platform } from '#server/context.ts'
import { timestampToMs } from '#shared/day.ts'
import {
  nextNotification,
  type NextStep,
  type Presence,
  type SentNotification,
  type Wishes,
} from '../next-notification.ts'
import type { NotifiedSitting } from './announced-sittings.ts'
import type { ReminderMember, StoredNotification } from './sql/reminder-members.ts'

export interface MemberStep {
  step: NextStep
  zone: string
  /** The last one by this channel that the step follows. */
  last: StoredNotification | null
  /** A mail that waits, or a push that is tried again, if it says the same as the step. */
  repeated: StoredNotification | null
}

interface StepInput {
  sitting: NotifiedSitting
  member: ReminderMember
  presence: Presence
}

/** `isClaimed`: the last mail is on its way already, and is tried again. */
interface StepOptions {
  channel: NotificationChannel
  isClaimed?: boolean
}

/** Decides the next step for a member and a channel. */
export function nextStepOf(
  deps: Pick<Platform, 'calendar' | 'roomClock'>,
  input: StepInput,
  { channel, isClaimed = false }: StepOptions,
): MemberStep {
  const { notifications } = input.member
  const isCandidate = (each: StoredNotification): boolean => !isClaimed || each.sentAt !== null
  const last = notifications.findLast((each) => each.channel === channel && isCandidate(each)) ?? null
  const isWaiting = last !== null && (last.sentAt === null || last.retryAt !== null || isClaimed)
  if (!isWaiting) return decide(deps, input, channel, notifications)
  const without = decide(
    deps,
    input,
    channel,
    notifications.filter((each) => each !== last),
  )
  const isSame = isStepOf(without.step, last)
  if (isSame) return { ...without, repeated: last }
  // It has reached a device.
  return last.sentAt === null ? without : decide(deps, input, channel, notifications)
}

function decide(
  { calendar, roomClock }: Pick<Platform, 'calendar' | 'roomClock'>,
  { sitting, member, presence }: StepInput,
  channel: NotificationChannel,
  notifications: readonly StoredNotification[],
): MemberStep {
  const days = calendar.days()
  const zone = member.zone ?? days.zoneAt(sitting.bell)
  const sent = notifications.flatMap((each) => toSent(each) ?? [])
  const step = nextNotification(
    { bell: sitting.bell, isOn: !sitting.cancelled, since: sitting.since },
    { channel, wishes: wishesOf(sitting, member, channel), sent },
    { nowMs: roomClock.now(), days, zone, presence },
  )
  const last = notifications.findLast((each) => each.channel === channel && each.sentAt !== null) ?? null
  return { step, zone, last, repeated: null }
}

function isStepOf(step: NextStep, { kind, bell }: StoredNotification): boolean {
  return step !== null && 'kind' in step && step.kind === kind && step.bell === bell
}

function toSent({ sentAt, ...rest }: StoredNotification): SentNotification | null {
  return sentAt === null ? null : { ...rest, sentAt }
}

function wishesOf({ hour }: NotifiedSitting, member: ReminderMember, channel: NotificationChannel): Wishes {
  const { tenMinutes, dayBefore, changes } = member
  const chosenAt = (isChosenHere: boolean, at: string | null) =>
    isChosenHere && at !== null ? timestampToMs(at) : null
  return {
    isAny: member.canReceive[channel],
    changes: changes.includes(channel),
    tenMinutesChosenAt: chosenAt(tenMinutes === channel, member.tenMinutesChosenAt),
    dayBeforeChosenAt: chosenAt(dayBefore === channel, member.dayBeforeChosenAt),
    isHourChosen: isChosen(member, hour),
  }
}
