// Default name of a stock picture, from its file name.
import { pictureNameMaxChars } from '#shared/constants.ts'
import { truncateUtf16 } from '#shared/text.ts'

const defaultPictureName = 'Picture'

/** The file name without extension (PIC-02), truncated to the limit; 'Picture' when nothing remains. */
export function pictureNameFromFile(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  const truncated = truncateUtf16(name, pictureNameMaxChars).trim()
  return truncated === '' ? defaultPictureName : truncated
}
