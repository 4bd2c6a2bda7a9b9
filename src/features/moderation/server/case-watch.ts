// Case watch: tells open pages of changed cases, on each node, also when the node that changed them is gone.
import * as z from 'zod/mini'
import { createPolledState } from '#server/async/polled-state.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { OutgoingMessage } from '#server/live/room-feature.ts'
import { busChannel } from '#shared/bus-events.ts'
import { secondMs } from '#shared/durations.ts'
import type { ModerationServerMessage } from '../live-messages.ts'
import { listChangedCases, type ChangedCase } from './sql/cases.ts'

/** Cases have changed; each node reads which. */
const caseEvents = busChannel('cases', z.object({ type: z.literal('changed') }))

/** Call it after the commit. */
export function publishCasesChanged(bus: Bus): Promise<void> {
  return bus.publish(caseEvents, { type: 'changed' })
}

interface CaseWatchDeps {
  /** To the sockets of this node whose holder may moderate. */
  sendToModerators(message: OutgoingMessage): void
  /** To all sockets of one member on this node. */
  sendTo(userId: number, message: OutgoingMessage): void
  /** This node's room of that day reads the message again. */
  messageChanged(message: { id: number; day: string }): void
}

/** Also without an event: the bus may be away, or the node that should have published it. */
const pollMs = 5 * secondMs
/** More than the time that a transaction takes until its change can be read. */
const changedWithinSeconds = 60

export function createCaseWatch(
  { database, bus, clock, log }: Pick<Platform, 'database' | 'bus' | 'clock' | 'log'>,
  { sendToModerators, sendTo, messageChanged }: CaseWatchDeps,
): { close(): void } {
  let known: readonly ChangedCase[] = []
  const state = createPolledState<readonly ChangedCase[]>({
    clock,
    pollMs,
    tickMs: secondMs,
    initial: [],
    read: () => listChangedCases(database.query, changedWithinSeconds),
    onChange: (current) => {
      const before = new Map(known.map((each) => [each.id, each]))
      known = current
      const changed = current.filter((each) => !isSame(before.get(each.id), each))
      if (changed.length === 0) return
      const messages = changed.filter((each) => hasMessageChanged(each, before.get(each.id)))
      const told = new Set(changed.flatMap((each) => newlyTold(each, before.get(each.id))))
      for (const { messageId: id, day } of messages)
        if (id !== null && day !== null) messageChanged({ id, day })
      sendToModerators({ type: 'cases-updated' } satisfies ModerationServerMessage)
      for (const userId of told)
        sendTo(userId, { type: 'moderation-messages-updated' } satisfies ModerationServerMessage)
    },
    onError: (error) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'Changed cases could not be read.')
    },
  })
  const unsubscribe = bus.subscribe(caseEvents, state.changed)
  return {
    close: () => {
      unsubscribe()
      state.close()
    },
  }
}

function isSame(a: ChangedCase | undefined, b: ChangedCase): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Who was told something since, or whose kind words were undone; an author learns of a report from nothing else. */
function newlyTold({ told, version }: ChangedCase, before: ChangedCase | undefined): readonly number[] {
  const isSameDecision = version === (before?.version ?? 1)
  return isSameDecision && told.length === (before?.told.length ?? 0) ? [] : told
}

/** Whether its message was removed, brought back, folded or unfolded since. */
function hasMessageChanged(
  { version, isFolded, isAboutMessage }: ChangedCase,
  before: ChangedCase | undefined,
): boolean {
  if (isFolded !== (before?.isFolded ?? false)) return true
  return isAboutMessage && version !== (before?.version ?? 1)
}
