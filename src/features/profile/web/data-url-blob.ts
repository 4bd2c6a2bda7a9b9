// Converts a cropped picture to the file to send; until then the form shows it as a data URL.
import { parseDataUrl } from '../rules.ts'

/** The file of a cropped picture; null for the URL of a stored one. */
export function dataUrlToBlob(address: string): Blob | null {
  const parts = parseDataUrl(address)
  return parts && new Blob([Uint8Array.from(atob(parts.base64), (char) => char.charCodeAt(0))], parts)
}
