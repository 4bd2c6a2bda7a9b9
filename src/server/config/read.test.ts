// Secrets from files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSettingReader, secretSettings } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'stillwater-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (text: string): string => {
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}

describe.each(secretSettings)('[OPS-26] %s', (name) => {
  test('is read from the file named by _FILE, without the line break', () => {
    expect(createSettingReader({ [`${name}_FILE`]: fileOf('a secret\n') })(name)).toBe('a secret')
  })

  test('stops the start if set twice, or if its file is unreadable or empty', () => {
    const file = fileOf('a secret')
    expect(() => createSettingReader({ [name]: 'other', [`${name}_FILE`]: file })(name)).toThrow(
      `${name}_FILE: ${name} is set as well`,
    )
    expect(() => createSettingReader({ [`${name}_FILE`]: join(folder, 'none') })(name)).toThrow(
      `${name}_FILE: can't be read (ENOENT`,
    )
    expect(() => createSettingReader({ [`${name}_FILE`]: fileOf('\n') })(name)).toThrow('is empty.')
  })
})

test('[OPS-26] other settings are never read from a file', () => {
  expect(createSettingReader({ HOST_FILE: fileOf('elsewhere') })('HOST')).toBeUndefined()
})
