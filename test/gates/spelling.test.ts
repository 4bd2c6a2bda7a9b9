// Gate: the specification's spelling ‘Gardian’ has one source.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gardianAngel } from '#shared/constants.ts'
import { translate } from '#shared/i18n/t.ts'
import { gardianAngelDashboard } from '#web/i18n/admin-messages.ts'

const src = join(import.meta.dirname, '../../src')

test('[GA-08] ‘Gardian’ occurs in one constant, from which all texts are built', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|html|css|sql)$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const spelled = files.filter((file) => /gardian\s+angel/i.test(readFileSync(join(src, file), 'utf8')))
  expect(spelled).toEqual([join('shared', 'constants.ts')])
  expect(gardianAngelDashboard.title).toBe(`${translate(gardianAngel)} Dashboard`)
})
