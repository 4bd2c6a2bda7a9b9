// What a stock picture is called that is made of a file.
import { pictureNameMaxChars } from '#shared/constants.ts'

const nameless = 'Picture'

/** The file's name without its extension (PIC-02), as much of it as fits; 'Picture' where nothing is left. */
export function pictureNameOf(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  // Neither half of a pair of surrogates stays behind.
  const kept = name
    .slice(0, pictureNameMaxChars)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  return kept === '' ? nameless : kept
}
