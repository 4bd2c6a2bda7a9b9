// Permissions of DATA_DIR.
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { restrictToOwner } from './data-dir.ts'
import { ConfigError } from './error.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const modeOf = (path: string) => statSync(path).mode & 0o7777

test('[T62] DATA_DIR is restricted to its owner, whether new or existing', () => {
  const dataDir = join(folder, 'data')
  readConfig({ DATA_DIR: dataDir })
  expect(modeOf(dataDir)).toBe(0o700)
  chmodSync(dataDir, 0o755)
  restrictToOwner(dataDir)
  expect(modeOf(dataDir)).toBe(0o700)
})

test('[OPS-06] a DATA_DIR that can’t be read, or is a file, is an invalid setting with a remedy', () => {
  const [loop, file] = [join(folder, 'loop'), join(folder, 'file')]
  symlinkSync(loop, loop)
  writeFileSync(file, '')
  const expected = [
    [loop, /^DATA_DIR: can't be read \(ELOOP.*make the server's user its owner\.$/],
    [file, /^DATA_DIR: must be a folder/],
  ] as const
  for (const [dataDir, message] of expected) {
    expect(() => restrictToOwner(dataDir)).toThrow(ConfigError)
    expect(() => restrictToOwner(dataDir)).toThrow(message)
  }
})

test('[T62] a shared folder keeps its mode, and no folder is created', () => {
  chmodSync(folder, 0o1777)
  restrictToOwner(folder)
  expect(modeOf(folder)).toBe(0o1777)
  restrictToOwner(join(folder, 'none'))
  expect(statSync(join(folder, 'none'), { throwIfNoEntry: false })).toBeUndefined()
})
