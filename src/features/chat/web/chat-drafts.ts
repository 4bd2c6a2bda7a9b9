// Chat drafts: the composer's text and unsent messages, saved per day until they arrive or the member signs out.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readDraft, readTabDraft, writeDraft, writeTabDraft } from '#web/drafts.ts'
import type { PendingMessage } from '../chat-reducer.ts'

const draftName = 'chat'

/** The draft belongs to its tab. */
const tabDraftSchema = z.object({ day: z.string(), draft: z.string() })

/** The outbox belongs to the member: it is sent even if its tab was closed. */
const outboxSchema = z.array(z.object({ clientMessageId: z.string(), text: z.string() }))
const daysSchema = z.record(z.string(), z.object({ outbox: outboxSchema }))
type Outbox = z.infer<typeof outboxSchema>

interface SavedChat {
  draft: string
  outbox: Outbox
}

/** The saved draft and outbox of a day, including what the previous day left. Damaged storage counts as empty. */
export function readSavedChat(day: string): SavedChat {
  const typed = parseJsonAs(tabDraftSchema, readTabDraft(draftName))
  const isOfDay = typed !== null && (typed.day === day || typed.day === addDays(day, -1))
  return { draft: isOfDay ? typed.draft : '', outbox: readOutbox(day) }
}

export function saveChatDraft(day: string, draft: string): void {
  writeTabDraft(draftName, draft === '' ? '' : JSON.stringify({ day, draft }))
}

export function savePendingMessage(day: string, pending: PendingMessage): void {
  // Read again before every change: other tabs of the same member save their messages here too.
  const outbox = [...withoutMessage(readOutbox(day), pending.clientMessageId), pending]
  const days = Object.entries({ ...readDays(), [day]: { outbox } })
  // Older outboxes were sent, or moved to this day.
  writeOutboxes(days.filter(([kept]) => kept >= day))
}

/**
 * Deletes messages that arrived or were returned to the composer, on every day: another tab may have moved them to
 * the next one.
 */
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
