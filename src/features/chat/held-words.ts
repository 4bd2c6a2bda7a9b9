// Held words: whether a message contains one of the community's words, however it is spelled (MOD-21).
import { foldName } from '#shared/display-name.ts'

/** Words and messages are compared without case, accents and look-alike letters; whole words only, no patterns. */
export function containsHeldWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const folded = ` ${wordsOf(text)} `
  return words.some((word) => {
    const wanted = wordsOf(word)
    return wanted !== '' && folded.includes(` ${wanted} `)
  })
}

function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Signs that may stand for letters are left to the fold.
      .split(/[\s.,;:?…"“”„«»()[\]{}<>/\\*_~-]+/u)
      .map(foldName)
      .filter((word) => word !== '')
      .join(' ')
  )
}
