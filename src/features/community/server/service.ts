// Community service: settings that other features follow.
import type { Executor } from '#server/db/database.ts'
import type { Care } from '../care.ts'
import { careTextDefault } from '../rules.ts'
import { findSettings } from './sql.ts'

/** The pairs that the room's energy needs at least (PULSE-06). */
export async function readReflectionPairsMin(db: Executor): Promise<number> {
  return (await findSettings(db)).reflectionPairsMin
}

/** The community's care text, or the product's own, and its resources (CARE-04). */
export async function readCare(db: Executor): Promise<Care> {
  const { careText, careResources } = await findSettings(db)
  return { text: careText === '' ? careTextDefault : careText, resources: careResources }
}
