// What a search finds, and what a copy is called.
import { describe, expect, it } from 'vitest'
import { templateFieldsSchema } from './contract.ts'
import { copyTitle, importedFields, searchTemplates } from './rules.ts'

const templates = [
  { title: 'Morning light', instructor: 'Lena Oduya' },
  { title: 'Évening  of  Straße', instructor: 'Ravi Kapoor' },
  { title: 'Rain', instructor: 'Zoë Çelik' },
]
const found = (text: string) => searchTemplates(templates, text).map(({ title }) => title)

describe('searching', () => {
  it.each([
    ['MORNING', ['Morning light']],
    ['oduya', ['Morning light']],
    ['evening of', ['Évening  of  Straße']],
    ['zoe celik', ['Rain']],
    ['Zoë', ['Rain']],
    ['  rain ', ['Rain']],
    ['a', ['Morning light', 'Évening  of  Straße', 'Rain']],
    ['light lena', []],
    ['.*', []],
  ])('[TPL-02] %s finds by title or instructor', (text, titles) => {
    expect(found(text)).toEqual(titles)
  })

  it('[TPL-02] nothing, or spaces alone, finds all', () => {
    expect(searchTemplates(templates, '')).toBe(templates)
    expect(searchTemplates(templates, '   ')).toBe(templates)
  })
})

describe('a copy', () => {
  it.each([
    ['Rain', 'Rain (Copy)'],
    ['Rain (Copy)', 'Rain (Copy) (Copy)'],
    ['x'.repeat(193), `${'x'.repeat(193)} (Copy)`],
    ['x'.repeat(200), `${'x'.repeat(193)} (Copy)`],
    [`${'x'.repeat(192)}\u{1F64F}yyyyyy`, `${'x'.repeat(192)} (Copy)`],
    [`${'x'.repeat(190)}   yyyyyyy`, `${'x'.repeat(190)} (Copy)`],
  ])('[TPL-11] of %s fits where a title stands', (title, copy) => {
    expect(copyTitle(title)).toBe(copy)
    expect(templateFieldsSchema.shape.title.safeParse(copy).data).toBe(copy)
  })
})

it('[TPL-17] what is imported gets steps that a form would take as well', () => {
  expect(templateFieldsSchema.shape.sessionSteps.parse(importedFields.sessionSteps)).toEqual(
    importedFields.sessionSteps,
  )
  expect(importedFields.difficulty).toBe('Beginner')
})
