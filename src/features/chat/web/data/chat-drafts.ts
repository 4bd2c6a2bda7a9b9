// Chat drafts: the composer's text and unsent messages, saved per day until they arrive or the member signs out.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readDraft, readTabDraft, writeDraft, writeTabDraft } from '#web/drafts.ts'
import type { PendingMessage } from '../../chat-reducer.ts'

const draftName = 'chat'

/** The draft belongs to its tab. */
const tabDraftSchema = z.object({ day: z.string(), draft: z.string() })

/** Pending messages belong to the member: they are sent even if their tab was closed. Stored as `outbox`. */
const pendingSchema = z.array(
  z.object({ clientMessageId: z.string(), text: z.string(), duringPause: z.optional(z.boolean()) }),
)
const daysSchema = z.record(z.string(), z.object({ outbox: pendingSchema }))
type SavedMessages = z.infer<typeof pendingSchema>

interface SavedChat {
  draft: string
  pending: SavedMessages
}

/** The saved draft and pending messages of a day, including the previous day's leftovers. Damaged storage counts as empty. */
export function readSavedChat(day: string): SavedChat {
  const saved = parseJsonAs(tabDraftSchema, readTabDraft(draftName))
  const isOfDay = saved !== null && (saved.day === day || saved.day === addDays(day, -1))
  return { draft: isOfDay ? saved.draft : '', pending: readPending(day) }
}

export function saveChatDraft(day: string, draft: string): void {
  writeTabDraft(draftName, draft === '' ? '' : JSON.stringify({ day, draft }))
}

export function savePendingMessage(day: string, pending: PendingMessage): void {
  // Read again before every change: other tabs of the same member save their messages here too.
  const messages = [...withoutMessage(readPending(day), pending.clientMessageId), pending]
  const days = Object.entries({ ...readDays(), [day]: { outbox: messages } })
  // Older ones were sent, or moved to this day.
  writePending(days.filter(([savedDay]) => savedDay >= day))
}

/**
 * Deletes messages that arrived or were returned to the composer, on every day: another tab may have moved them to
 * the next one.
 */
export function deletePendingMessages(clientMessageIds: readonly string[]): void {
  if (clientMessageIds.length === 0) return
  const isRemaining = (message: PendingMessage) => !clientMessageIds.includes(message.clientMessageId)
  writePending(
    Object.entries(readDays()).map(([day, { outbox }]) => [day, { outbox: outbox.filter(isRemaining) }]),
  )
}

function writePending(days: readonly [string, { outbox: SavedMessages }][]): void {
  const nonEmpty = days.filter(([, { outbox }]) => outbox.length > 0)
  writeDraft(draftName, nonEmpty.length === 0 ? '' : JSON.stringify(Object.fromEntries(nonEmpty)))
}

function readPending(day: string): SavedMessages {
  const days = readDays()
  return [addDays(day, -1), day].flatMap((savedDay) => days[savedDay]?.outbox ?? [])
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

function withoutMessage(messages: readonly PendingMessage[], clientMessageId: string): PendingMessage[] {
  return messages.filter((message) => message.clientMessageId !== clientMessageId)
}
