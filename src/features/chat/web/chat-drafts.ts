// What a member typed or sent and nobody has yet: kept on this device per day, until it arrived or they sign out.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import type { PendingMessage } from '../log.ts'

const draftName = 'chat'

const keptSchema = z.object({
  draft: z.string(),
  outbox: z.array(z.object({ clientMessageId: z.string(), text: z.string() })),
})
type Kept = z.infer<typeof keptSchema>

const keptDaysSchema = z.record(z.string(), keptSchema)

const nothingKept: Kept = { draft: '', outbox: [] }

/** What is kept for a day; what the evening before left comes along. Damaged storage counts as none. */
export function readKept(day: string): Kept {
  const { [addDays(day, -1)]: before = nothingKept, [day]: today = nothingKept } = readDays()
  return {
    draft: today.draft === '' ? before.draft : today.draft,
    outbox: [...before.outbox, ...today.outbox],
  }
}

/** Keeps what is in the composer. */
export function keepDraft(day: string, draft: string): void {
  change(day, (kept) => ({ ...kept, draft }))
}

/** Keeps a message that is on its way. */
export function keepPending(day: string, pending: PendingMessage): void {
  change(day, (kept) => ({ ...kept, outbox: [...without(kept.outbox, pending.clientMessageId), pending] }))
}

/** Forgets messages that arrived or were given back, also where another tab took them along to the next day. */
export function dropPending(clientMessageIds: readonly string[]): void {
  if (clientMessageIds.length === 0) return
  const isLeft = (one: PendingMessage) => !clientMessageIds.includes(one.clientMessageId)
  const days = Object.entries(readDays())
  keep(days.map(([day, kept]) => [day, { ...kept, outbox: kept.outbox.filter(isLeft) }]))
}

// Read anew before every change: another tab of the same member keeps its own messages here.
function change(day: string, next: (kept: Kept) => Kept): void {
  const days = Object.entries({ ...readDays(), [day]: next(readKept(day)) })
  // What the evening before left has come along to this day, or was sent.
  keep(days.filter(([kept]) => kept >= day))
}

function keep(days: readonly [string, Kept][]): void {
  const worthKeeping = days.filter(([, { draft, outbox }]) => draft !== '' || outbox.length > 0)
  writeDraft(draftName, worthKeeping.length === 0 ? '' : JSON.stringify(Object.fromEntries(worthKeeping)))
}

function readDays(): Record<string, Kept> {
  const text = readDraft(draftName)
  if (text === null) return {}
  try {
    const result = z.safeParse(keptDaysSchema, JSON.parse(text))
    return result.success ? result.data : {}
  } catch {
    return {}
  }
}

function without(outbox: readonly PendingMessage[], clientMessageId: string): PendingMessage[] {
  return outbox.filter((one) => one.clientMessageId !== clientMessageId)
}
