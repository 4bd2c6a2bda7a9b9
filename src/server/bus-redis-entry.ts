// An entry of the stream: what one node says in one breath, as it is written and read.
import type { NumberedMessage } from './bus-redis-outbox.ts'
import type { StreamFields } from './bus-redis-link.ts'

/**
 * Begins a node's stay, says that it is still there, ends its stay. On channels of their own, where messages never are; the
 * text is the moment on the node's clock, in epoch milliseconds.
 */
export type ControlSignal = '@hello' | '@beat' | '@bye'

/** What a node says, numbered without a gap, as the fields of an entry: its name, the first number, channels and texts. */
export function encodeEntry(nodeId: string, sayings: readonly NumberedMessage[]): StreamFields {
  const fields = ['from', nodeId, 'number', String(sayings[0]?.number)]
  for (const { channel, text } of sayings) fields.push(channel, text)
  return fields
}

/** Reads an entry; null for what no node of ours has written. */
export function decodeEntry(fields: StreamFields): { from: string; sayings: NumberedMessage[] } | null {
  const [fromName, from = '', numberName, numberText] = fields
  const first = Number(numberText)
  const isOurs = fromName === 'from' && numberName === 'number' && Number.isSafeInteger(first) && first > 0
  if (!isOurs || fields.length < 6) return null
  const sayings: NumberedMessage[] = []
  for (let at = 4; at + 1 < fields.length; at += 2) {
    sayings.push({ number: first + sayings.length, channel: fields[at] ?? '', text: fields[at + 1] ?? '' })
  }
  return { from, sayings }
}
