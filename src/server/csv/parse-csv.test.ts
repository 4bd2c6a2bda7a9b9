// CSV texts as spreadsheets write and copy them, and long ones beside other work.
import { describe, expect, it } from 'vitest'
import { parseCsv } from './parse-csv.ts'

const options = {
  isHeader: (cells: readonly string[]) => cells[0] === 'email' && cells[1] === 'name',
  rowsMax: 3,
}
const header = ['email', 'name']

describe('parseCsv', () => {
  it.each([
    ['commas', 'email,name\na@b.c,Ana'],
    ['semicolons', 'email;name\na@b.c;Ana'],
    ['tabs of a copied range', 'email\tname\r\na@b.c\tAna\r\n'],
    ['a byte order mark and Excel’s hint', '\uFEFFsep=;\r\nemail;name\r\na@b.c;Ana'],
    ['old line breaks and quotes', '"email","name"\r"a@b.c","Ana"\r'],
  ])('[JOIN-01] reads %s', async (_, text) => {
    expect(await parseCsv(text, options)).toEqual({
      kind: 'rows',
      header,
      rows: [{ number: 2, cells: ['a@b.c', 'Ana'] }],
    })
  })

  it('[JOIN-01] numbers rows as a spreadsheet does: empty rows count, a quoted line break does not', async () => {
    const text = 'email,name\na@b.c,"Ana\nMaria"\n,\n\nd@e.f,"Dan ""D"", Jr"\n'
    expect(await parseCsv(text, options)).toMatchObject({
      rows: [
        { number: 2, cells: ['a@b.c', 'Ana\nMaria'] },
        { number: 5, cells: ['d@e.f', 'Dan "D", Jr'] },
      ],
    })
  })

  it('[JOIN-01] names the row of an unclosed quotation mark, more rows than the bound, and another header', async () => {
    const rows = (count: number) => `email,name\n${'a@b.c,Ana\n'.repeat(count)}`
    expect(await parseCsv(`${rows(1)}d@e.f,"Dan\n`, options)).toEqual({ kind: 'unclosed-quote', number: 3 })
    expect(await parseCsv(rows(3), options)).toMatchObject({ kind: 'rows' })
    expect(await parseCsv(rows(4), options)).toEqual({ kind: 'too-many-rows' })
    expect(await parseCsv('date,minutes\n2026-01-01,20', options)).toEqual({ kind: 'no-header' })
    expect(await parseCsv('', options)).toEqual({ kind: 'no-header' })
  })

  it('[JOIN-01] reads 5 MB in slices: other work runs meanwhile, and rows over a slice’s end stay whole', async () => {
    const count = 100_000
    const row = (index: number) => `member-${index}@example.org,"Name; of ${index}, in quotes, and more"`
    const text = `email,name\n${Array.from({ length: count }, (_, index) => row(index)).join('\n')}`
    let turns = 0
    let isParsing = true
    const countTurns = () => {
      turns += 1
      if (isParsing) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const result = await parseCsv(text, { ...options, rowsMax: count })
    isParsing = false
    expect(turns).toBeGreaterThan(50)
    if (result.kind !== 'rows') throw new Error(result.kind)
    expect(result.rows).toHaveLength(count)
    expect(result.rows.every(({ cells }, index) => cells[0] === `member-${index}@example.org`)).toBe(true)
  })
})
