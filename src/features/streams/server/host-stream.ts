// What hosts do with a stream: its state, its end, a new beginning, its lead, and keys for encoders.
import { datedLabel } from '#features/activity/dated-label.ts'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { recordActivity } from '#features/activity/server/service.ts'
import { livePlaceOf } from '#features/sittings/live-place.ts'
import { findStoredSitting, type StoredSitting } from '#features/sittings/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { secondMs } from '#shared/durations.ts'
import { shownMemberName } from '#shared/former-member.ts'
import { contentText } from '#shared/i18n/translations.ts'
import { streamActivities } from '../activities.ts'
import { defaultLeadMs } from '../arrivals.ts'
import type { Rendition, Stream } from '../contract.ts'
import { publishAddress, streamNameOf } from '../encoder.ts'
import type { StreamKey } from '../hosting-contract.ts'
import { streamWindow } from '../stream-window.ts'
import { findHeld, lockOpenStream, restarted, type StreamSender } from './held-stream.ts'
import {
  findRenditions,
  findStream,
  lockStream,
  lockStreamOfKey,
  mayTeach,
  nameOf,
  stopStreamRow,
  updateStream,
} from './sql.ts'
import { hashStreamKey, newStreamKey } from './stream-key.ts'

interface Changed {
  /** For members. */
  hasChanged: boolean
}

/**
 * Ends a stream until someone lets it begin again; where no picture is it changes nothing. What a moderator ends of someone
 * else only moderators let begin again.
 */
export async function stopStream(tx: Executor, sender: StreamSender): Promise<Changed> {
  const { hostId, sittingId } = sender
  const { stored, plays, mayHostAll } = await findHeld(tx, sender)
  const stream = await lockStream(tx, sittingId)
  const isSeen = plays.source === 'here' ? stream.teacherId !== null : stream.state === 'on'
  if (stream.state === 'ended' || !isSeen) return { hasChanged: false }
  await stopStreamRow(tx, sittingId)
  const isOwn = stream.teacherId === hostId || stored.hostId === hostId
  await updateStream(tx, sittingId, { isStopped: true, isClosed: mayHostAll && !isOwn })
  await record(tx, sender, stored, streamActivities.end)
  return { hasChanged: true }
}

/** Lets an ended stream begin again; another one it leaves as it is. Throws as {@link lockOpenStream}. */
export async function startStream(tx: Executor, sender: StreamSender): Promise<Changed> {
  const { stored, stream } = await lockOpenStream(tx, sender)
  if (stream.state !== 'ended') return { hasChanged: false }
  await updateStream(tx, sender.sittingId, { ...restarted(stream), version: stream.version + 1 })
  await record(tx, sender, stored, streamActivities.start)
  return { hasChanged: true }
}

/** Sets the lead, or has it measured again. Throws as {@link lockOpenStream}. */
export async function setLead(
  tx: Executor,
  sender: StreamSender,
  { seconds }: { seconds: number | null },
): Promise<Changed> {
  const { stored, stream } = await lockOpenStream(tx, sender)
  const chosenLeadMs = seconds === null ? null : seconds * secondMs
  if (chosenLeadMs === stream.chosenLeadMs) return { hasChanged: false }
  const leadMs = chosenLeadMs ?? stream.leadMs
  const hasChanged = leadMs !== stream.leadMs
  const version = stream.version + (hasChanged ? 1 : 0)
  // Measured by the next segments.
  const leadAtMs = chosenLeadMs === null ? null : stream.leadAtMs
  await updateStream(tx, sender.sittingId, { chosenLeadMs, leadMs, leadAtMs, version })
  await record(tx, sender, stored, streamActivities.lead)
  return { hasChanged }
}

/** Makes a key for the encoder of one's own stream server; an earlier one ends. Throws as {@link lockOpenStream}. */
export async function renewStreamKey(tx: Executor, sender: StreamSender): Promise<StreamKey> {
  const { stored, plays } = await lockOpenStream(tx, sender, 'address')
  const key = newStreamKey()
  await updateStream(tx, sender.sittingId, { keyHash: hashStreamKey(key), keyUserId: sender.hostId })
  await record(tx, sender, stored, streamActivities.key)
  return { server: publishAddress(plays.source), streamKey: `${streamNameOf(plays.source)}?key=${key}` }
}

/**
 * Whether an encoder may publish under this name: the key is of a sitting in its time, whose playlist has the name. It ends
 * with the right of who made it, and with the stream. From then on they are who speaks.
 */
export async function admitEncoder(
  tx: Executor,
  { key, name, nowMs }: { key: string; name: string; nowMs: number },
): Promise<boolean> {
  const stream = await lockStreamOfKey(tx, hashStreamKey(key))
  if (stream === null || stream.keyUserId === null || stream.isClosed || stream.isStopped) return false
  const { sittingId, keyUserId, teacherId } = stream
  const stored = await findStoredSitting(tx, sittingId)
  if (stored?.plays.kind !== 'live' || livePlaceOf(stored.plays.source) !== 'address') return false
  if (!isOpenAt(stored, nowMs)) return false
  if (streamNameOf(stored.plays.source) !== name) return false
  if (!(await mayTeach(tx, keyUserId, sittingId))) return false
  if (teacherId !== keyUserId) await updateStream(tx, sittingId, { teacherId: keyUserId })
  return true
}

/** As hosts read it. Throws as {@link findHeld}. */
export async function readStream(tx: Executor, sender: StreamSender): Promise<Stream> {
  const { sittingId } = sender
  const { stored, plays, mayHostAll } = await findHeld(tx, sender)
  const { sitting } = stored
  const { text: title, language } = contentText(stored.title, stored.titles)
  const stream = await findStream(tx, sittingId)
  const renditions = await findRenditions(tx, sittingId)
  const nextOf = (rendition: Rendition) =>
    renditions.find((each) => each.rendition === rendition)?.nextSeq ?? 0
  const name = stream?.teacherId == null ? null : await nameOf(tx, stream.teacherId)
  return {
    sittingId,
    version: stream?.version ?? 0,
    state: stream?.state ?? 'off',
    leadMs: stream?.leadMs ?? defaultLeadMs,
    offsetMs: 0,
    sitting,
    title,
    language,
    bellBy: plays.bellBy,
    inSharing: plays.inSharing,
    ...streamWindow(sitting, plays),
    chosenLeadMs: stream?.chosenLeadMs ?? null,
    isOpen: isOpenAt(stored, sender.nowMs),
    place: plays.source === 'here' ? plays.source : 'address',
    mayStart: mayHostAll || stream?.isClosed !== true,
    teacher:
      stream?.teacherId == null || name === null
        ? null
        : { id: stream.teacherId, name: shownMemberName(name) },
    next: { picture: nextOf('picture'), sound: nextOf('sound'), test: nextOf('test') },
  }
}

/** Whether it is the time of a sitting's stream, and the sitting takes place. */
function isOpenAt({ sitting, plays }: StoredSitting, nowMs: number): boolean {
  const { fromMs, untilMs } = streamWindow(sitting, plays)
  return !sitting.cancelled && nowMs >= fromMs && nowMs < untilMs
}

function record(
  tx: Executor,
  { hostId, sittingId, nowMs }: StreamSender,
  { title, sitting }: StoredSitting,
  kind: ActivityKind,
): Promise<void> {
  return recordActivity(tx, {
    actorId: hostId,
    kind,
    targetId: sittingId,
    label: datedLabel(title, sitting.day),
    createdAt: new Date(nowMs),
  })
}
