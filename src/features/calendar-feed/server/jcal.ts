// jCal (RFC 7265): iCalendar as arrays, and its text.
import ICAL from 'ical.js'

export type JcalProperty = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  value: string | number,
]
export type JcalComponent = [name: string, properties: JcalProperty[], parts: JcalComponent[]]

// Lines have at most 75 octets (RFC 5545, 3.1). The library doesn't count the space before a continued line.
ICAL.foldLength = 74

const closing = 'END:VCALENDAR\r\n'

/** The text of a component: escaped, folded, with a line break at its end. */
export function stringifyComponent(component: JcalComponent): string {
  return ICAL.stringify(component)
}

/** The text of a calendar with further components, which have been stringified. */
export function withComponents(calendar: JcalComponent, texts: readonly string[]): string {
  return [stringifyComponent(calendar).slice(0, -closing.length), ...texts, closing].join('')
}
