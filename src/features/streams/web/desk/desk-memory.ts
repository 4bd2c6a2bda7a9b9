// What a desk keeps across a reload of its tab: its name, and that it was speaking.
import * as z from 'zod/mini'
import { minuteMs } from '#shared/durations.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { uniqueId } from '#web/unique-id.ts'

const memorySchema = z.object({ deskId: z.string(), spokeAtMs: z.nullable(z.number()) })
type DeskMemory = z.infer<typeof memorySchema>

/** So long after a segment a reload goes on by itself. */
const goesOnForMs = 10 * minuteMs

const nameOf = (sittingId: number) => `desk-${sittingId}`

/** The memory of this tab's desk; a new one without any. */
export function readDeskMemory(sittingId: number): DeskMemory {
  try {
    return z.parse(memorySchema, JSON.parse(readTabDraft(nameOf(sittingId)) ?? 'null'))
  } catch {
    const memory = { deskId: uniqueId(), spokeAtMs: null }
    saveDeskMemory(sittingId, memory)
    return memory
  }
}

export function saveDeskMemory(sittingId: number, memory: DeskMemory): void {
  writeTabDraft(nameOf(sittingId), JSON.stringify(memory))
}

/** Whether a reloaded desk goes on speaking. */
export function goesOn({ spokeAtMs }: Pick<DeskMemory, 'spokeAtMs'>, nowMs: number): boolean {
  return spokeAtMs !== null && nowMs - spokeAtMs >= 0 && nowMs - spokeAtMs < goesOnForMs
}
