// The cities of time zones in the language of their viewer.
import { expect, test } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { zoneCity } from './city-names.ts'
import { languages } from './i18n/t.ts'

const inEach = (zone: string) => languages.map((language) => withLocale(language, () => zoneCity(zone)))

test.each([
  ['Europe/Vienna', ['Vienna', 'Wien', 'Viena', 'Viena']],
  ['Europe/Zurich', ['Zurich', 'Zürich', 'Zúrich', 'Zurique']],
  ['America/Sao_Paulo', ['São Paulo', 'São Paulo', 'São Paulo', 'São Paulo']],
  ['America/Bogota', ['Bogotá', 'Bogotá', 'Bogotá', 'Bogotá']],
  ['America/Chicago', ['Chicago', 'Chicago', 'Chicago', 'Chicago']],
  ['America/Argentina/Buenos_Aires', ['Buenos Aires', 'Buenos Aires', 'Buenos Aires', 'Buenos Aires']],
])('[LANG-12] %s', (zone, cities) => {
  expect(inEach(zone)).toEqual(cities)
})

test('[LANG-12] a zone is called the same by its earlier name, and one without a city by its own', () => {
  expect(inEach('Europe/Kyiv')).toEqual(inEach('Europe/Kiev'))
  expect(inEach('Asia/Calcutta')).toEqual(inEach('Asia/Kolkata'))
  expect([zoneCity('UTC'), zoneCity('toString')]).toEqual(['UTC', 'toString'])
})
