// When a page reloads in its member's language.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Language } from '#shared/i18n/t.ts'
import { setVisitActive } from '#web/visit-state.ts'
import { useMemberLanguage } from './use-member-language.ts'

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  document.cookie = 'language=; path=/; max-age=0'
  setVisitActive(false)
  vi.restoreAllMocks()
})

const show = (initialProps: Language | null) => renderHook(useMemberLanguage, { initialProps })

it('[LANG-08] a member of another language gets their page', () => {
  const { result } = show('de')
  expect(result.current).toBe(true)
  expect(window.location.reload).toHaveBeenCalledOnce()
  expect(document.cookie).toContain('language=de')
})

it('[LANG-08] a choice elsewhere waits for the end of the visit', () => {
  setVisitActive(true)
  const { result, rerender } = show('en')
  rerender('pt-BR')
  expect(result.current).toBe(false)
  expect(window.location.reload).not.toHaveBeenCalled()
  act(() => setVisitActive(false))
  expect(result.current).toBe(true)
  expect(window.location.reload).toHaveBeenCalledOnce()
  expect(document.cookie).toContain('language=pt-BR')
})

it('[LANG-03] a member without a language, or with that of the page, keeps the page', () => {
  for (const language of [null, 'en'] as const) expect(show(language).result.current).toBe(false)
  expect(window.location.reload).not.toHaveBeenCalled()
})

it('[LANG-08] a browser that refuses cookies keeps the page', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  expect(show('de').result.current).toBe(false)
  expect(window.location.reload).not.toHaveBeenCalled()
})
