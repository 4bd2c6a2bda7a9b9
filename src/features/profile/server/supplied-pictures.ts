// Names of the pictures that ship with the app: stored in English, shown to members in their language.
import { text, translate } from '#shared/t.ts'

const names = new Map([
  ['Lotus', text('Lotus')],
  ['Moon', text('Moon')],
  ['Mountain', text('Mountain')],
  ['Leaf', text('Leaf')],
  ['Wave', text('Wave')],
  ['Sun', text('Sun')],
  ['Stones', text('Stones')],
  ['Feather', text('Feather')],
  ['Crane', text('Crane')],
  ['Tree', text('Tree')],
  ['Cloud', text('Cloud')],
  ['Shell', text('Shell')],
])

/** A picture's name for the reader; a name that the community gave stays as it is. */
export function pictureNameForReader(name: string): string {
  const supplied = names.get(name)
  return supplied ? translate(supplied) : name
}
