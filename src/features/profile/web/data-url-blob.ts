// A cropped picture as the file that is sent; until then the form holds it as a data URL, which can be shown.
import { parseDataUrl } from '../rules.ts'

/** The file of a cropped picture; null for the address of a stored one. */
export function dataUrlToBlob(address: string): Blob | null {
  const parts = parseDataUrl(address)
  return parts && new Blob([Uint8Array.from(atob(parts.base64), (char) => char.charCodeAt(0))], parts)
}
