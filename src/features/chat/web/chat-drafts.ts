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

/** What is kept for a day; what was still being typed the evening before comes along. Damaged storage counts as none. */
export function readKept(day: string): Kept {
  const days = readDays()
  const today = days[day] ?? nothingKept
  return today.draft === '' ? { ...today, draft: days[addDays(day, -1)]?.draft ?? '' } : today
}

/** Keeps what is in the composer. */
export function keepDraft(day: string, draft: string): void {
  change(day, (kept) => ({ ...kept, draft }))
}

/** Keeps a message that is on its way. */
export function keepPending(day: string, pending: PendingMessage): void {
  change(day, (kept) => ({ ...kept, outbox: [...without(kept.outbox, pending.clientMessageId), pending] }))
}

/** Forgets messages that arrived or were given back. */
export function dropPending(day: string, clientMessageIds: readonly string[]): void {
  if (clientMessageIds.length === 0) return
  change(day, (kept) => ({
    ...kept,
    outbox: kept.outbox.filter(({ clientMessageId }) => !clientMessageIds.includes(clientMessageId)),
  }))
}

// Read anew before every change: another tab of the same member keeps its own messages here.
function change(day: string, next: (kept: Kept) => Kept): void {
  const yesterday = addDays(day, -1)
  const days = { ...readDays(), [day]: next(readKept(day)) }
  // What was being typed the evening before has come along to this day, or was sent.
  const before = days[yesterday]
  if (before) days[yesterday] = { ...before, draft: '' }
  const worthKeeping = Object.entries(days).filter(
    ([kept, { draft, outbox }]) => kept >= yesterday && (draft !== '' || outbox.length > 0),
  )
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
