// A sitting of blocks in place of a video, for the functions that insert one.
import { silenceSeconds } from '#features/sittings/block-times.ts'
import type { Block } from '#features/sittings/silence.ts'
import type { NewTemplate } from '#features/templates/server/sql.ts'

/** The template of a silence, as the server writes it. */
export function silentTemplate(blocks: Block[], changes: Partial<NewTemplate> = {}): Partial<NewTemplate> {
  const mediaSeconds = silenceSeconds(blocks)
  return {
    title: 'Sit, walk, sit',
    kind: 'silence',
    blocks,
    videoUrl: '',
    captionsUrl: null,
    mediaSeconds,
    duration: mediaSeconds / 60,
    ...changes,
  }
}

/** For `makeSitting`: the silence is its template's. */
export function silence(blocks: Block[]) {
  return { silenceMinutes: 0, template: silentTemplate(blocks) }
}
