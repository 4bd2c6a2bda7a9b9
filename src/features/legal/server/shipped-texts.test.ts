// The shipped legal texts: the translations say the same as the English ones, in the same places.
import { describe, expect, test } from 'vitest'
import { languages } from '#shared/i18n/t.ts'
import { findMarkdownFault } from '#shared/markdown-bounds.ts'
import { legalPages, operatorPlaceholders } from '../pages.ts'
import { readShippedTexts } from './shipped-texts.ts'

const shipped = await readShippedTexts('assets')

/** The facts that are the same in every language. */
const factsOf = (text: string) => ({
  headings: text.match(/^#+ /gm),
  paragraphs: text.split(/\n\n+/).length,
  points: text.match(/^- /gm)?.length ?? 0,
  marks: text.match(/\{\{\w+\}\}/g),
  links: text.match(/\]\([^)]+\)/g)?.length ?? 0,
})
const periodsOf = (text: string) =>
  [...text.matchAll(/(\d+) (?:days|hours|Tage|Stunden|días|horas|dias)\b/g)].map(([, count]) => Number(count))

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  test.each(legalPages)('[COM-11] the page %s has the parts of the English one', (page) => {
    expect(factsOf(shipped[language][page])).toEqual(factsOf(shipped.en[page]))
  })

  test('[COM-16] the retention periods are the same', () => {
    expect(periodsOf(shipped[language].privacy)).toEqual(periodsOf(shipped.en.privacy))
  })
})

test('[PLAN-01] [COM-11] no text says how often a community meditates, which its settings say', () => {
  const often = /once a day|einmal am Tag|una vez al día|uma vez (?:por|ao) dia/i
  for (const language of languages)
    for (const page of legalPages) expect(shipped[language][page]).not.toMatch(often)
})

test.each(languages)('[COM-10] a community can begin with the texts in %s', (language) => {
  expect(legalPages.map((page) => findMarkdownFault(shipped[language][page]))).toEqual([null, null, null])
})

test.each(languages)('[COM-11] the texts in %s ask for the operator’s name', (language) => {
  for (const page of ['privacy', 'terms'] as const)
    expect(shipped[language][page]).toContain(`> **${operatorPlaceholders[language]}:**`)
})
