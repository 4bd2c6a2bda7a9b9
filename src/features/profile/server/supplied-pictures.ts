// Names of the pictures that ship with the app: stored in English, shown to members in their language.
import { message, translate } from '#shared/i18n/t.ts'

const names = new Map([
  ['Lotus', message('Lotus')],
  ['Moon', message('Moon')],
  ['Mountain', message('Mountain')],
  ['Leaf', message('Leaf')],
  ['Wave', message('Wave')],
  ['Sun', message('Sun')],
  ['Stones', message('Stones')],
  ['Feather', message('Feather')],
  ['Crane', message('Crane')],
  ['Tree', message('Tree')],
  ['Cloud', message('Cloud')],
  ['Shell', message('Shell')],
])

/** A picture's name for the viewer; a name that the community gave stays as it is. */
export function localizedPictureName(name: string): string {
  const supplied = names.get(name)
  return supplied ? translate(supplied) : name
}
