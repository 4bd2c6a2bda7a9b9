// How a sentence names a member: by the first word of their name.

/** Hebrew, Arabic and the other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export function firstName(name: string): string {
  const [first = name] = name.split(/\s+/, 1)
  return isolated(first)
}

/** Isolates right-to-left text (FSI, PDI): within a sentence it would swap places with what is beside it. */
function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
