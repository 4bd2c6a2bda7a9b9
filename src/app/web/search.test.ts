// The address's query keeps every text as it is.
import { expect, test } from 'vitest'
import { parseSearch, readSearch, stringifySearch } from './search.ts'

test.each(['123456', '0012', 'true', '1e5', '662E41', 'null', 'K7WB2M9P'])(
  '[AUTH-30] the code %s stays the text it is',
  (code) => {
    const search = readSearch(parseSearch(`?ref=${code}`))
    expect(search).toEqual({ ref: code })
    expect(stringifySearch(search)).toBe(`?ref=${code}`)
  },
)

test('[AUTH-30] what else stands in the query stays there', () => {
  expect(stringifySearch(readSearch(parseSearch('?verified=&ref=')))).toBe('?verified=')
  expect(stringifySearch({ ref: undefined })).toBe('')
})
