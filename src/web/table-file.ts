// Reads a chosen file of a table as text; a spreadsheet's own format is named, with how to save it as CSV.
import { t } from '#shared/i18n/t.ts'

/** What a file dialog offers, as of `<input type="file">`. */
export const tableFileTypes = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

export type TableFile = { text: string; error: null } | { text: null; error: string }

/** Decodes the encodings that spreadsheets write: UTF-8, UTF-16 and Windows-1252. */
export async function readTableFile(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const error = errorOf(file.name, bytes)
  return error === null ? { text: decode(bytes), error } : { text: null, error }
}

/** A .xlsx, .numbers and .ods file is a ZIP archive; an .xls file has a signature of its own. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const oldOfficeSignature = [0xd0, 0xcf, 0x11, 0xe0]

function errorOf(name: string, bytes: Uint8Array): string | null {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (bytes.length === 0) return t('{name} is empty.', { name })
  if (/\.numbers$/i.test(name))
    return t(
      '{name} is a Numbers file. In Numbers, choose File, Export To, CSV, and choose that file here.',
      { name },
    )
  if (begins(zipSignature) || begins(oldOfficeSignature))
    return /\.(xlsx?|xlsm|ods)$/i.test(name)
      ? t('{name} is a spreadsheet. Save it as CSV in your spreadsheet program, and choose that file here.', {
          name,
        })
      : t('{name} isn’t a text file. Please choose a CSV file.', { name })
  if (utf16Of(bytes) === null && bytes.includes(0))
    return t('{name} isn’t a text file. Please choose a CSV file.', { name })
  return null
}

/** By the byte order mark, or by the zeros of half the bytes where most characters are Latin. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const beginning = bytes.subarray(0, 4_096)
  const zerosAt = (parity: number) =>
    beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [high, low] = [zerosAt(0), zerosAt(1)]
  if (Math.max(high, low) < beginning.length / 4 || Math.min(high, low) > 0) return null
  return low > 0 ? 'utf-16le' : 'utf-16be'
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
