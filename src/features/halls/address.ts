// The address of a hall's screen: its token is after the '#', which no request and no referrer contains.

export const hallPath = '/hall'

/** Whether a text has the form of a token: 128 bits. */
export function isHallToken(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}

/** The token in the fragment of an address; null without one. */
export function hallTokenOf(fragment: string): string | null {
  const token = fragment.replace(/^#/, '')
  return isHallToken(token) ? token : null
}
