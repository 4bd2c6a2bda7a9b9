// The sittings in which the member sat on this device, each with the number of the others: until sign-out.
import { useEffect, useMemo } from 'react'
import { onDraftChangedElsewhere, readDraft, writeDraft } from '#web/drafts.ts'
import { createPageStore } from '#web/page-store.ts'

/** Newest first: '12:15 11:', ids with the number of the others, empty where it isn't known. */
const satDraft = 'sat-with'
/** As many as a day can have, and those of the evening before. */
const storedMax = 16

const changes = createPageStore('member', 0)
const onChange = () => changes.set(changes.get() + 1)

/** With how many others, by the ids of the sittings; null where that isn't known. */
export type SatSittings = ReadonlyMap<number, number | null>

/** Records that the member sat. The first number stays: those who were there as it ended. */
export function recordSat(id: number, others: number | null): void {
  const known = parseSat(readDraft(satDraft))
  if (known.has(id) && (others === null || known.get(id) !== null)) return
  known.delete(id)
  const all = [[id, others] as const, ...known].slice(0, storedMax)
  writeDraft(satDraft, all.map(([sitting, count]) => `${sitting}:${count ?? ''}`).join(' '))
  onChange()
}

/** Those of the member, in any tab of this browser. */
export function useSatSittings(): SatSittings {
  changes.use()
  useEffect(() => onDraftChangedElsewhere(satDraft, onChange), [])
  const text = readDraft(satDraft)
  return useMemo(() => parseSat(text), [text])
}

function parseSat(text: string | null): Map<number, number | null> {
  const pairs = (text ?? '').matchAll(/(\d+):(\d*)/g)
  return new Map(Array.from(pairs, ([, id, others]) => [Number(id), others ? Number(others) : null]))
}
