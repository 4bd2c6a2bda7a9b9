// What a stock picture is called that is made of a file.
import { pictureNameMaxChars } from '#shared/constants.ts'
import { firstUnits } from '#shared/text.ts'

const nameless = 'Picture'

/** The file's name without its extension (PIC-02), as much of it as fits; 'Picture' where nothing is left. */
export function pictureNameOf(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  const kept = firstUnits(name, pictureNameMaxChars).trim()
  return kept === '' ? nameless : kept
}
