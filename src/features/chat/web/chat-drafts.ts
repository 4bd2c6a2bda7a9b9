// What a member typed or sent and nobody has yet: kept per day, until it arrived or they sign out.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readDraft, readTabDraft, writeDraft, writeTabDraft } from '#web/drafts.ts'
import type { PendingMessage } from '../chat-reducer.ts'

const draftName = 'chat'

/** What is in the composer belongs to its tab. */
const tabDraftSchema = z.object({ day: z.string(), draft: z.string() })

/** What is on its way belongs to the member: it is sent also when its tab was closed. */
const outboxSchema = z.array(z.object({ clientMessageId: z.string(), text: z.string() }))
const daysSchema = z.record(z.string(), z.object({ outbox: outboxSchema }))
type Outbox = z.infer<typeof outboxSchema>

interface SavedChat {
  draft: string
  outbox: Outbox
}

/** What is kept for a day; what the evening before left comes along. Damaged storage counts as none. */
export function readSavedChat(day: string): SavedChat {
  const typed = parseJsonAs(tabDraftSchema, readTabDraft(draftName))
  const isOfDay = typed !== null && (typed.day === day || typed.day === addDays(day, -1))
  return { draft: isOfDay ? typed.draft : '', outbox: readOutbox(day) }
}

/** Keeps what is in the composer. */
export function saveChatDraft(day: string, draft: string): void {
  writeTabDraft(draftName, draft === '' ? '' : JSON.stringify({ day, draft }))
}

/** Keeps a message that is on its way. */
export function savePendingMessage(day: string, pending: PendingMessage): void {
  // Read again before every change: another tab of the same member keeps its own messages here.
  const outbox = [...withoutMessage(readOutbox(day), pending.clientMessageId), pending]
  const days = Object.entries({ ...readDays(), [day]: { outbox } })
  // What the evening before left has come along to this day, or was sent.
  writeOutboxes(days.filter(([kept]) => kept >= day))
}

/** Forgets messages that arrived or were given back, also where another tab took them along to the next day. */
export function deletePendingMessages(clientMessageIds: readonly string[]): void {
  if (clientMessageIds.length === 0) return
  const isLeft = (one: PendingMessage) => !clientMessageIds.includes(one.clientMessageId)
  writeOutboxes(
    Object.entries(readDays()).map(([day, { outbox }]) => [day, { outbox: outbox.filter(isLeft) }]),
  )
}

function writeOutboxes(days: readonly [string, { outbox: Outbox }][]): void {
  const worthKeeping = days.filter(([, { outbox }]) => outbox.length > 0)
  writeDraft(draftName, worthKeeping.length === 0 ? '' : JSON.stringify(Object.fromEntries(worthKeeping)))
}

function readOutbox(day: string): Outbox {
  const days = readDays()
  return [addDays(day, -1), day].flatMap((one) => days[one]?.outbox ?? [])
}

function readDays(): z.infer<typeof daysSchema> {
  return parseJsonAs(daysSchema, readDraft(draftName)) ?? {}
}

function parseJsonAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string | null,
): z.infer<Schema> | null {
  try {
    return z.parse(schema, JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

function withoutMessage(outbox: readonly PendingMessage[], clientMessageId: string): PendingMessage[] {
  return outbox.filter((one) => one.clientMessageId !== clientMessageId)
}
