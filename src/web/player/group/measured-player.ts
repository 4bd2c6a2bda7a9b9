// Measurements of this browser's player, for its next page loads.
import { nextStartLeadMs, startLeadMs } from './group-sync.ts'

const startLeadKey = 'start-lead-ms'
export const rateStalledKey = 'rate-stalled-at-ms'
/** A lack of data right after a change of the rate looks the same: it doesn't mark a browser forever. */
const rateStallValidMs = 30 * 86_400_000

/** How early this browser starts the player, in milliseconds. */
export function readStartLead(): number {
  const stored = readNumber(startLeadKey)
  return stored === null ? startLeadMs : nextStartLeadMs(stored, 0)
}

export function saveStartLead(leadMs: number): void {
  saveNumber(startLeadKey, leadMs)
}

/** Whether a change of the rate has stalled a player here (SYNC-08). */
export function hasRateStalled(): boolean {
  const stalledAtMs = readNumber(rateStalledKey)
  return stalledAtMs !== null && Date.now() - stalledAtMs < rateStallValidMs
}

export function saveRateStall(): void {
  saveNumber(rateStalledKey, Date.now())
}

/** An integer of this browser; null if there is none, or storage is denied. */
function readNumber(key: string): number | null {
  try {
    const stored = Number.parseInt(localStorage.getItem(key) ?? '', 10)
    return Number.isFinite(stored) ? stored : null
  } catch {
    return null
  }
}

function saveNumber(key: string, value: number): void {
  try {
    localStorage.setItem(key, String(value))
  } catch {
    // Storage is denied: the next start measures it again.
  }
}
