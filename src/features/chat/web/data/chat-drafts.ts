// Chat drafts: the composer's text and unsent messages, saved per day until they arrive or the member signs out.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readDraft, readTabDraft, writeDraft, writeTabDraft } from '#web/drafts.ts'
import type { PendingMessage } from '../../chat-reducer.ts'

const draftName = 'chat'

/** The draft belongs to its tab. */
const tabDraftSchema = z.object({ day: z.string(), draft: z.string() })

/** The outbox belongs to the member: it is sent even if its tab was closed. */
const outboxSchema = z.array(
  z.object({ clientMessageId: z.string(), text: z.string(), duringPause: z.optional(z.boolean()) }),
)
const daysSchema = z.record(z.string(), z.object({ outbox: outboxSchema }))
type Outbox = z.infer<typeof outboxSchema>

interface SavedChat {
  draft: string
  outbox: Outbox
}

/** The saved draft and outbox of a day, including the previous day's leftovers. Damaged storage counts as empty. */
export function readSavedChat(day: string): SavedChat {
  const saved = parseJsonAs(tabDraftSchema, readTabDraft(draftName))
  const isOfDay = saved !== null && (saved.day === day || saved.day === addDays(day, -1))
  return { draft: isOfDay ? saved.draft : '', outbox: readOutbox(day) }
}

export function saveChatDraft(day: string, draft: string): void {
  writeTabDraft(draftName, draft === '' ? '' : JSON.stringify({ day, draft }))
}

export function savePendingMessage(day: string, pending: PendingMessage): void {
  // Read again before every change: other tabs of the same member save their messages here too.
  const outbox = [...withoutMessage(readOutbox(day), pending.clientMessageId), pending]
  const days = Object.entries({ ...readDays(), [day]: { outbox } })
  // Older outboxes were sent, or moved to this day.
  writeOutboxes(days.filter(([savedDay]) => savedDay >= day))
}

/**
 * Deletes messages that arrived or were returned to the composer, on every day: another tab may have moved them to
 * the next one.
 */
export function deletePendingMessages(clientMessageIds: readonly string[]): void {
  if (clientMessageIds.length === 0) return
  const isRemaining = (message: PendingMessage) => !clientMessageIds.includes(message.clientMessageId)
  writeOutboxes(
    Object.entries(readDays()).map(([day, { outbox }]) => [day, { outbox: outbox.filter(isRemaining) }]),
  )
}

function writeOutboxes(days: readonly [string, { outbox: Outbox }][]): void {
  const nonEmpty = days.filter(([, { outbox }]) => outbox.length > 0)
  writeDraft(draftName, nonEmpty.length === 0 ? '' : JSON.stringify(Object.fromEntries(nonEmpty)))
}

function readOutbox(day: string): Outbox {
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

function withoutMessage(outbox: readonly PendingMessage[], clientMessageId: string): PendingMessage[] {
  return outbox.filter((message) => message.clientMessageId !== clientMessageId)
}
