// Which `lang` a community's text has on a page.
import { expect, onTestFinished, test } from 'vitest'
import { testCommunity } from '#test/web/community.ts'
import { setCommunity } from '../community.ts'
import { contentLang } from './content-language.ts'

test('[LANG-11] only a text in another language than the page names it', () => {
  onTestFinished(() => setCommunity(testCommunity))
  expect(contentLang(null)).toBeUndefined()
  expect(contentLang('en')).toBeUndefined()
  setCommunity({ ...testCommunity, language: 'es' })
  expect(contentLang(null)).toBe('es')
  expect(contentLang('en')).toBeUndefined()
})
