// Stream entries: encodes and decodes the messages that a node writes to Redis together.
import type { StreamFields } from './redis-link.ts'
import type { NumberedMessage } from './redis-resend-buffer.ts'

/**
 * Signals that a node joins, is alive, or leaves. They have their own channels, never used for messages; the text
 * is the node's clock in epoch milliseconds.
 */
export type ControlSignal = '@hello' | '@beat' | '@bye'

/** Encodes gapless numbered messages as stream fields: node id, first number, then channels and texts. */
export function encodeEntry(nodeId: string, messages: readonly NumberedMessage[]): StreamFields {
  const fields = ['from', nodeId, 'number', String(messages[0]?.number)]
  for (const { channel, text } of messages) fields.push(channel, text)
  return fields
}

/** Decodes an entry; null if no node of this product wrote it. */
export function decodeEntry(fields: StreamFields): { from: string; messages: NumberedMessage[] } | null {
  const [fromName, from = '', numberName, numberText] = fields
  const first = Number(numberText)
  const isOurs = fromName === 'from' && numberName === 'number' && Number.isSafeInteger(first) && first > 0
  if (!isOurs || fields.length < 6) return null
  const messages: NumberedMessage[] = []
  for (let at = 4; at + 1 < fields.length; at += 2) {
    messages.push({ number: first + messages.length, channel: fields[at] ?? '', text: fields[at + 1] ?? '' })
  }
  return { from, messages }
}
