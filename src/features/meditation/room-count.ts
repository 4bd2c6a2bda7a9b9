// The number of members in a room while a sitting is under way.
import { aloneSentence, type AloneOptions } from './rules.ts'
import { countSentence } from './sitting-sentences.ts'

/** How many are here; `count` is everyone's number, the viewer's among them. */
export function roomCountSentence(count: number, alone: AloneOptions): string {
  return count > 1 ? countSentence(count) : aloneSentence(alone)
}
