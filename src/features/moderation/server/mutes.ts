// Mutes without a case of a report, and their end.
import { recordActivity } from '#features/activity/server/service.ts'
import { appError } from '#server/app-error.ts'
import { caseActivities } from '../activities.ts'
import type { Mute } from '../member-contract.ts'
import { publishCasesChanged } from './case-watch.ts'
import { assertMayMute, findReason, reasonField, type DecisionPlatform } from './decisions.ts'
import { assertMayDecide } from './hourly-limits.ts'
import { lockModerator } from './lock-moderator.ts'
import { insertDecidedCase, lockCaseForUpdate, saveUndo } from './sql/cases.ts'
import { insertModerationMessages } from './sql/moderation-messages.ts'
import { findMute, insertMute, liftMuteOfCase, listCasesOfMutes } from './sql/mutes.ts'

interface MuteInput {
  moderatorId: number
  userId: number
  minutes: number
  reasonId: string
  sentence: string
}

/** Mutes a member without a case of a report. Throws `not_found`, `forbidden` for staff, or `reason_unknown`. */
export async function muteMember(platform: DecisionPlatform, input: MuteInput): Promise<Mute> {
  const { database, bus, clock } = platform
  const { moderatorId, userId, minutes, reasonId, sentence } = input
  const now = new Date(clock.now())
  const mute = await database.transaction(async (tx) => {
    const { moderator, target } = await lockModerator(tx, moderatorId, userId)
    assertMayMute(moderator, target)
    await assertMayDecide(tx, { moderator, of: 'reported', now })
    const reason = await findReason(tx, reasonId)
    const caseId = await insertDecidedCase(
      tx,
      { userId },
      { action: 'mute', reason, sentence, minutes, decidedBy: moderator.id, decidedAt: now },
    )
    await insertMute(tx, { userId, caseId, minutes })
    await insertModerationMessages(tx, { userIds: [userId], kind: 'muted', caseId, now })
    await recordActivity(tx, {
      actorId: moderator.id,
      kind: caseActivities.mute,
      targetId: userId,
      before: null,
      after: { case: caseId, ...reasonField(reason), minutes },
      createdAt: now,
    })
    return findMute(tx, userId)
  })
  await publishCasesChanged(bus)
  if (!mute) throw appError('not_found')
  return mute
}

/** Ends a member's mutes; nothing happens without one. Throws `not_found`. */
export async function unmuteMember(
  { database, bus, clock }: DecisionPlatform,
  { moderatorId, userId }: { moderatorId: number; userId: number },
): Promise<void> {
  const now = new Date(clock.now())
  await database.transaction(async (tx) => {
    const { moderator, target } = await lockModerator(tx, moderatorId, userId)
    if (!target) throw appError('not_found')
    for (const caseId of await listCasesOfMutes(tx, userId)) {
      const locked = await lockCaseForUpdate(tx, caseId)
      if (!locked || locked.undoneAt !== null) continue
      await liftMuteOfCase(tx, caseId)
      await saveUndo(tx, caseId, { undoneBy: moderator.id, undoneAt: now })
      await insertModerationMessages(tx, { userIds: [userId], kind: 'undone', caseId, now })
      await recordActivity(tx, {
        actorId: moderator.id,
        kind: caseActivities.unmute,
        targetId: userId,
        before: { case: caseId },
        after: null,
        createdAt: now,
      })
    }
  })
  await publishCasesChanged(bus)
}
