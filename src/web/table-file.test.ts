// Files that administrators and members choose for an import, by their first bytes.
import { describe, expect, it } from 'vitest'
import { readTableFile } from './table-file.ts'

const read = (name: string, ...bytes: number[]) => readTableFile(new File([new Uint8Array(bytes)], name))
const zip = [0x50, 0x4b, 0x03, 0x04, 0, 0]

describe('a chosen file', () => {
  it.each([
    ['people.xlsx', zip, 'people.xlsx is a spreadsheet. Save it as CSV'],
    ['people.xls', [0xd0, 0xcf, 0x11, 0xe0, 0], 'people.xls is a spreadsheet. Save it as CSV'],
    ['people.numbers', zip, 'people.numbers is a Numbers file. In Numbers, choose File, Export To, CSV'],
    ['people.zip', zip, 'people.zip isn’t a text file.'],
    ['people.csv', [0x89, 0x50, 0x4e, 0x47, 0], 'people.csv isn’t a text file.'],
    ['people.csv', [0x89, 0x50, 0, 0, 0, 0x0d, 0, 0x49], 'people.csv isn’t a text file.'],
    ['people.csv', [], 'people.csv is empty.'],
  ])('[TPL-21] %s is named as what it is', async (name, bytes, sentence) => {
    const { text, error } = await read(name, ...bytes)
    expect(text).toBeNull()
    expect(error).toContain(sentence)
  })

  it('[TPL-15] UTF-8, UTF-16 and Windows-1252 are decoded', async () => {
    expect((await read('a.csv', 0x45, 0xc3, 0xa9)).text).toBe('Eé')
    expect((await read('a.csv', 0xff, 0xfe, 0x45, 0, 0xe9, 0)).text).toBe('Eé')
    expect((await read('a.csv', 0xfe, 0xff, 0, 0x45, 0, 0xe9)).text).toBe('Eé')
    expect((await read('a.csv', 0x45, 0xe9)).text).toBe('Eé')
  })

  it('[TPL-15] UTF-16 is known without a byte order mark, in both orders', async () => {
    const text = 'email,name\nana@example.org,Анна'
    const units = Array.from(text, (character) => character.charCodeAt(0))
    expect((await read('a.csv', ...units.flatMap((unit) => [unit & 0xff, unit >> 8]))).text).toBe(text)
    expect((await read('a.csv', ...units.flatMap((unit) => [unit >> 8, unit & 0xff]))).text).toBe(text)
  })
})
