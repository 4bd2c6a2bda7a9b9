// What a stock picture is called that is made of a file.
import { pictureNameMaxChars } from '#shared/constants.ts'
import { truncateUtf16 } from '#shared/text.ts'

const defaultPictureName = 'Picture'

/** The file's name without its extension (PIC-02), as much of it as fits; 'Picture' where nothing is left. */
export function pictureNameFromFile(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  const kept = truncateUtf16(name, pictureNameMaxChars).trim()
  return kept === '' ? defaultPictureName : kept
}
