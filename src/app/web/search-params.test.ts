// Search parameters keep every value as a string.
import { expect, test } from 'vitest'
import { parseSearch, readSearch, stringifySearch, type SearchParams } from './search-params.ts'

const codes = ['123456', '0012', 'true', '1e5', '662E41', 'null', 'K7WB2M9P']

test.each(codes)('[AUTH-30] the code %s stays unchanged text', (code) => {
  const search = readSearch(parseSearch(`?ref=${code}`))
  expect(search).toEqual({ ref: code })
  expect(stringifySearch(search)).toBe(`?ref=${code}`)
})

test.each<[keyof SearchParams, string]>([
  ...codes.map((code) => ['reset', code] as [keyof SearchParams, string]),
  ...codes.map((code) => ['verified', code] as [keyof SearchParams, string]),
  ['reset', 'a+b/c==&d'],
])('[AUTH-37, AUTH-38] the secret %s=%s of a mailed link stays unchanged text', (name, secret) => {
  const query = stringifySearch({ [name]: secret })
  expect(readSearch(parseSearch(query))).toEqual({ [name]: secret })
})

test('[AUTH-30] other parameters stay in the query', () => {
  expect(stringifySearch(readSearch(parseSearch('?verified=&ref=')))).toBe('?verified')
  expect(stringifySearch(readSearch(parseSearch('?verified&from=mail&ref=0012')))).toBe(
    '?verified&from=mail&ref=0012',
  )
  expect(stringifySearch({ ref: undefined })).toBe('')
})
