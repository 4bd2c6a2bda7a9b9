// Weak passwords: common ones, and those derived from the account or the community.
import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

const context = { email: 'mara.lind@example.org', community: 'Quiet Lake' }
const isWeak = (password: string) => isWeakPassword(password, context)

test.each([
  'password',
  'Password1',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  ' sunshine ',
  'aaaaaaaa',
  '        ',
  'a a a a a a',
  '\t  \n    ',
  'mara.lind@example.org',
  'MARA.LIND@EXAMPLE.ORG',
  'mara.lind',
  'maralind1',
  'Mara-Lind2026!',
  'quietlake',
  'Quiet Lake 2026',
  'stillwater',
  'Stillwater!',
])('[T51] %j is rejected', (password) => {
  expect(isWeak(password)).toBe(true)
})

test.each([
  'still water runs deep',
  'a quiet lake at six',
  'mara.lind sits at dawn',
  'kJ4!fpz2',
  '83920174',
  'stillwaters run deep',
])('[T51] %j is accepted', (password) => {
  expect(isWeak(password)).toBe(false)
})

test('[T51] a community name without letters rejects only itself', () => {
  expect(isWeakPassword('2026202620', { email: '2026@example.org', community: '108' })).toBe(false)
  expect(isWeakPassword('83920174', { email: '83920174@example.org', community: '108' })).toBe(true)
})
