// The legal pages: which there are, and where a text of them comes from.
import { text } from '#shared/t.ts'

export const legalPages = ['privacy', 'terms', 'care'] as const
export type LegalPage = (typeof legalPages)[number]

export const legalPageNames = { privacy: text('Privacy'), terms: text('Terms'), care: text('Care') } as const

/** `shipped`: the product's text; `added`: with the community's after it; `replaced`: the community's alone. */
export const legalModes = ['shipped', 'added', 'replaced'] as const
export type LegalMode = (typeof legalModes)[number]
