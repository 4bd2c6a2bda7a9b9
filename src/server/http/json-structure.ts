// JSON structure limits, checked before parsing: parsing a JSON bomb costs a hundred times as much as counting.

interface StructureLimits {
  /** Maximum count of `{ [ , :` outside of strings. */
  tokensMax: number
  /** Maximum nesting of objects and arrays. */
  depthMax: number
}

const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map((char) => char.charCodeAt(0))
const [openArray, closeArray, openObject, closeObject] = ['[', ']', '{', '}'].map((char) =>
  char.charCodeAt(0),
)

/**
 * Whether a JSON text in UTF-8 exceeds the limits. One pass that stops at the first excess; invalid JSON isn't
 * detected.
 */
export function exceedsStructure(json: Uint8Array, { tokensMax, depthMax }: StructureLimits): boolean {
  let tokens = 0
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
    } else if (byte === quote) isInString = true
    else if (byte === comma || byte === colon) tokens += 1
    else if (byte === openArray || byte === openObject) {
      tokens += 1
      depth += 1
    } else if (byte === closeArray || byte === closeObject) depth -= 1
    if (tokens > tokensMax || depth > depthMax) return true
  }
  return false
}
