// Community rules: the product's own care text, and how a resource is reached.
import { parseUrl } from '#shared/url.ts'

/** The default care text: three sentences, one per line (CARE-01). */
export const careTextDefault = [
  'Open your eyes, and let the meditation be over for now.',
  'Feel your feet on the floor, and name three things that you see around you.',
  'Move a little, drink some water, and speak to someone near you.',
].join('\n')

/** Shown where administrators have added no resource (CARE-04). */
export const emergencySentence = 'If you are in danger, call your local emergency number.'

/** The lines of a care text. */
export function careLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The link of a phone number or an https address; null for any other text. */
export function contactHref(contact: string): string | null {
  if (/^\+?[\d\s().-]{3,30}$/.test(contact)) {
    const digits = contact.replace(/[^\d+]/g, '')
    return /\d{2}/.test(digits) ? `tel:${digits}` : null
  }
  const url = parseUrl(contact)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/** The resources with their links. */
export function careContacts<Resource extends { contact: string }>(resources: readonly Resource[]) {
  return resources.map((resource) => ({ ...resource, href: contactHref(resource.contact) }))
}
