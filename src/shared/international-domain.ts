// International domains in email addresses: stored in their ASCII form, shown in their readable one.
import { parseUrl } from './url.ts'

const hasNonAscii = /[^\p{ASCII}]/u
// Letters, marks and digits of any script, hyphens, and the dots that IDNA accepts.
const domainPattern = /^[\p{L}\p{M}\p{N}\p{Join_Control}.\u3002\uFF0E\uFF61-]+$/u

/** The address with its domain in ASCII (`xn--…`). Null if the domain can't be one. ASCII domains stay as they are. */
export function asciiEmail(email: string): string | null {
  const { local, domain } = splitEmail(email)
  if (!hasNonAscii.test(domain)) return email
  const hostname = domainPattern.test(domain) ? parseUrl(`http://${domain}`)?.hostname : undefined
  return hostname === undefined ? null : local + hostname
}

/** The address as its owner writes it. For display alone: it isn't what the server stores. */
export function readableEmail(email: string): string {
  const { local, domain } = splitEmail(email)
  if (!/(^|\.)xn--/.test(domain)) return email
  const readable = local + domain.split('.').map(readableLabel).join('.')
  // What doesn't lead back to the same address isn't shown.
  return asciiEmail(readable) === email ? readable : email
}

function splitEmail(email: string): { local: string; domain: string } {
  const start = email.lastIndexOf('@') + 1
  return { local: email.slice(0, start), domain: email.slice(start) }
}

function readableLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const decoded = decodePunycode(label.slice(4))
  // A label that mixes these scripts may imitate another one.
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
  const isMixed = decoded !== null && scripts.filter((script) => script.test(decoded)).length > 1
  return decoded === null || isMixed ? label : decoded
}

// The parameters of RFC 3492, section 5.
const base = 36
const [tMin, tMax, skew, damp] = [1, 26, 38, 700]
const initialBias = 72
const initialCodePoint = 128
const codePointMax = 0x10_ff_ff

/** Decodes a label by RFC 3492, section 6.2; null if it isn't valid. Browsers offer no function for it. */
function decodePunycode(input: string): string | null {
  const delimiter = input.lastIndexOf('-')
  const output = delimiter > 0 ? input.slice(0, delimiter).split('') : []
  let [codePoint, index, bias] = [initialCodePoint, 0, initialBias]
  let at = delimiter > 0 ? delimiter + 1 : 0
  while (at < input.length) {
    const before = index
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(input[at])
      at += 1
      if (digit === null) return null
      index += digit * weight
      const threshold = Math.min(tMax, Math.max(tMin, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = output.length + 1
    bias = adaptBias(index - before, length, before === 0)
    codePoint += Math.floor(index / length)
    if (codePoint > codePointMax) return null
    index %= length
    output.splice(index, 0, String.fromCodePoint(codePoint))
    index += 1
  }
  return output.join('')
}

function digitOf(character = ''): number | null {
  if (/^[a-z]$/.test(character)) return character.charCodeAt(0) - 97
  return /^\d$/.test(character) ? Number(character) + 26 : null
}

function adaptBias(change: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? damp : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
