// Display names: normalization, rejected names, and names that members may keep (T21).
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { claimsRole, normalizeDisplayName, displayNameSchema, foldName } from './display-name.ts'

const claims = [
  'Admin',
  'ADMIN',
  'admin',
  'Admins',
  'The Admin',
  'Anna (Admin)',
  'Anna-Admin',
  'Anna_admin',
  'AnnaAdmin',
  'aDmIn',
  'A d m i n',
  'a.d.m.i.n',
  'Ad-min',
  'Admin!',
  '!Admin!',
  'admin1',
  'Admin 123',
  'Adm1n',
  '4dmin',
  '@dm!n',
  '4dm1n!',
  'AdmIn',
  'Admln',
  'Adrnin',
  'Ádmín',
  'Ａｄｍｉｎ',
  '𝐀𝐝𝐦𝐢𝐧',
  '𝔸𝕕𝕞𝕚𝕟',
  'ⓐⓓⓜⓘⓝ',
  '🅐🅓🅜🅘🅝',
  '🅰🅳🅼🅸🅽',
  '🇦 🇩 🇲 🇮 🇳',
  'ᴀᴅᴍɪɴ',
  'Аdmin',
  'аԁміп',
  'Αdmιn',
  'ΑDΜΙΝ',
  'Admın',
  'Administrator',
  'Adm¡nistrat0r',
  'Super Admin',
  'SysAdmin',
  'Moderator',
  'M0derator',
  'MODERATOЯ',
  'Moderators',
  'Мoderator',
  'Gardian Angel',
  'Anna (Gardian Angel)',
  'gardianangel',
  'GARDIAN-ANGEL',
  'Garden Angel',
  'G4rden Ange1',
  'Guardian Angel',
  'Gаrdіan Аngеl',
  'Gail · Gardian  Angel',
  'ꓮꓓꓟꓲꓠ',
  'ᎪᎠᎷIN',
  'Ⲁdmin',
  'ᗩdmin',
  'ᗩᗪᗰIᑎ',
  '𐌀dmin',
  '𖽀dmin',
  'Λdmin',
  'αδmin',
  'Α∂min',
  'ɐdmin',
  'Modera†or',
  'M∅derator',
  'Ⲙoderator',
  'ᛗoderator',
  'Gardian Angeꞁ',
  'Mod',
  'MODS',
  'M0d',
  'Anna (Mod)',
  'Anna · Mod',
  'Support',
  'Stillwater Support',
  'Ѕuрроrt',
  'Stillwater Team',
  'Quiet Lake Team!',
  'Host',
  'Ana Host',
  'Ana (Host)',
  'Ana Teacher',
  'Тeасhеr',
  'Yoga Teachers',
  'Staff',
  'The Staff',
  'Owner',
  '★ Owner ★',
  'System',
  'Sу5tem',
] as const

const names = [
  'Anna',
  'Gail Angel',
  'Angel Garcia',
  'Angela Gardner',
  'Gardiner Angelo',
  'Badminton Bob',
  'Adminton',
  'Nadmina',
  'Ad Minoue',
  'Conrad M. Inoue',
  'Moderato',
  'Modesto',
  'Mod Squad',
  'Maud Owner',
  'Frank Staff',
  'Solar System',
  'Supporter Sam',
  'Team Spirit',
  'Hosta Green',
  'Ghost',
  'Teacher Ana',
  'Steam',
  'Rob M. O. D.',
  'Amin',
  'Admir',
  'Damin',
  'Zoë',
  'Émile O’Neil',
  'José María',
  'Иван',
  'Δημήτρης',
  'Λάδα Μινδ',
  'Влада',
  '李小龍',
  'علی',
  'אבי',
  'अनिता',
  '👩🏽‍🚀',
  'Sam 🌱',
  'X Æ A-12',
  'Ada 1815',
  'Jo!',
  '42',
] as const

describe('[T58] names that claim a role', () => {
  test.each(claims)('%s is rejected', (name) => {
    expect(claimsRole(normalizeDisplayName(name))).toBe(true)
  })
  test.each(names)('%s is accepted', (name) => {
    expect(claimsRole(normalizeDisplayName(name))).toBe(false)
    expect(z.parse(displayNameSchema(), name)).toBe(name)
  })
  test('are rejected with a message', () => {
    const result = z.safeParse(displayNameSchema(), 'Anna (Gardian Angel)')
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'A name can’t claim a role, such as Gardian Angel or Admin.',
    ])
  })
})

describe('[T21] names that look alike have the same fold', () => {
  test.each([
    ['Ada Adler', 'ada  ADLER'],
    ['Ada Adler', 'AdaAdler'],
    ['Ada Adler', 'Ada-Adler.'],
    ['Ada Adler', '¡Ada Adler!'],
    ['Ada Adler', 'Áda Ädlêr'],
    ['Ada Adler', 'Ａｄａ 𝐀𝐝𝐥𝐞𝐫'],
    ['Ada Adler', 'Аdа Аdlеr'],
    ['Ada Adler', '4da AdIer'],
    ['Ada Adler', 'Ada Ad\u200Bler 🌱'],
    ['Bob Hicks', 'Воb Ніскѕ'],
    ['Chen', 'Сһеn'],
    ['Carmen', 'Carrnen'],
    ['Søren', 'Soren'],
    ['Пётр', 'ПЕТР'],
    ['Γιώργος', 'γιωργοσ'],
    ['李小龍', '李 小龍'],
    ['🌱', '🌱'],
  ])('%s and %s', (name, other) => {
    expect(foldName(normalizeDisplayName(other))).toBe(foldName(normalizeDisplayName(name)))
  })
  test.each([
    ['Ada Adler', 'Ada Adlers'],
    ['Ada Adler', 'Ada'],
    ['Иван', 'Пётр'],
    ['Ольга', 'Елена'],
    ['Анна', 'Инна'],
    ['Нина', 'Дина'],
    ['Дмитрий', 'Георгий'],
    ['Γιώργος', 'Δημήτρης'],
    ['Μαρία', 'Ελένη'],
    ['Νίκος', 'Νίνος'],
    ['अनिता', 'अनंत'],
    ['李小龍', '王小龍'],
    ['علی', 'علا'],
    ['かい', 'がい'],
    ['🌱', '🌸'],
  ])('%s and %s differ', (name, other) => {
    expect(foldName(normalizeDisplayName(other))).not.toBe(foldName(normalizeDisplayName(name)))
  })
})

describe('invisible characters', () => {
  test.each([
    ['Ad\u200Bmin', 'Admin'],
    ['\u2060An\u00ADna\uFEFF', 'Anna'],
    ['An\u200Dna', 'Anna'],
    ['Anna\u{E0041}\u{E0042}', 'Anna'],
    ['\u202EannA\u2066', 'annA'],
    ['  Anna\n\tLee \u00A0 Ray ', 'Anna Lee Ray'],
    ['👩\u200D🚀', '👩\u200D🚀'],
    ['❤️ Mia', '❤️ Mia'],
  ])('%j is stored as %j', (typed, stored) => {
    const result = z.safeParse(displayNameSchema(), typed)
    expect(result.success ? result.data : normalizeDisplayName(typed)).toBe(stored)
  })
  test.each([
    ['Persian, Ali-Reza', 'علی\u200Cرضا'],
    ['Persian, between marks', 'علیّ\u200Cِرضا'],
    ['Kurdish', 'به\u200Cهار'],
    ['Hindi, after a virama', 'क्\u200Cष'],
    ['Sinhala, after a virama', 'ශ්\u200Dරී'],
    ['Malayalam', 'ശ്\u200Dരീ'],
    ['Adlam', '𞤀\u200C𞤁'],
  ])('[PROF-30] a name keeps the joiner that its script needs: %s', (_, name) => {
    const stored = z.parse(displayNameSchema(), name)
    expect(stored).toBe(name)
    expect(foldName(stored)).toBe(foldName(name.replace(/[\u200C\u200D]/g, '')))
  })
  test.each([
    ['after a letter that never joins', 'رضا\u200Cعلی', 'رضاعلی'],
    ['before a hamza alone', 'ب\u200Cء', 'بء'],
    ['at the start', '\u200Cعلی', 'علی'],
    ['at the end', 'علی\u200C', 'علی'],
    ['a joiner between joining letters', 'عل\u200Dی', 'علی'],
    ['beside a Latin letter', 'ی\u200Ca', 'یa'],
    ['after a consonant', 'क\u200Dष', 'कष'],
    ['between Latin letters', 'An\u200Cna', 'Anna'],
  ])('[PROF-30] a joiner without effect is removed: %s', (_, typed, stored) => {
    expect(normalizeDisplayName(typed)).toBe(stored)
  })
  test('[PROF-30] a repeated joiner is stored once', () => {
    expect(normalizeDisplayName('علی\u200C\u200B\u200Cرضا')).toBe('علی\u200Cرضا')
    expect(normalizeDisplayName('👩\u200D\u200D🚀')).toBe('👩\u200D🚀')
  })
  test.each(['', '   ', '\u200B\u200B', '\u3164', '\u2800', '\uFE0F', '...', '\u0301'])(
    '%j alone is rejected',
    (typed) => {
      expect(z.safeParse(displayNameSchema(), typed).success).toBe(false)
    },
  )
  test('don’t hide a role claim', () => {
    expect(z.safeParse(displayNameSchema(), 'Ad\u200Bmin').success).toBe(false)
  })
})

test('a name has at most 60 characters after cleaning', () => {
  const schema = displayNameSchema()
  expect(z.parse(schema, ` ${'a'.repeat(60)} `)).toHaveLength(60)
  expect(z.safeParse(schema, 'b'.repeat(61)).success).toBe(false)
  expect(z.parse(schema, 'Ren\u200Be\u200B\u0301e')).toBe('Renée')
})
