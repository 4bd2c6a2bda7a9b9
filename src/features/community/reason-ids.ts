// Ids of the reasons of a community's list: made from their texts, and kept.
import type { DecisionReason } from '#shared/decision-reasons.ts'

/**
 * Gives new entries ids made from their texts, such as `it-was-unkind`. No two are the same, and an id stays while its
 * text is changed.
 */
export function withReasonIds(reasons: readonly DecisionReason[]): DecisionReason[] {
  const taken = new Set(reasons.map(({ id }) => id))
  return reasons.map((reason) => {
    if (reason.id !== '') return reason
    const base = idOf(reason.text)
    let id = base
    for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
    taken.add(id)
    return { ...reason, id }
  })
}

/** Of a text without Latin letters or digits: `reason`. */
function idOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  // Room for the number of a second one.
  const id = words.join('-').slice(0, 36).replace(/-$/, '')
  return id === '' ? 'reason' : id
}
