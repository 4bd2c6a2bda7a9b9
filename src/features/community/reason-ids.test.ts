// Reasons of decisions: ids that are made from texts, and stay.
import { expect, it } from 'vitest'
import { withReasonIds } from './reason-ids.ts'

const idsOf = (...reasons: (readonly [id: string, text: string])[]) =>
  withReasonIds(reasons.map(([id, text]) => ({ id, text, translations: {} }))).map(({ id }) => id)

it('[MOD-05] a new reason gets an id from its text; one that has an id keeps it', () => {
  expect(idsOf(['', 'It wasn’t kind!'], ['loud', 'Changed since'])).toEqual(['it-wasn-t-kind', 'loud'])
  expect(idsOf(['', 'Zu früh, ¡ÑANDÚ!'])).toEqual(['zu-fruh-nandu'])
})

it('[MOD-05] no two ids are the same, and each is one that the server accepts', () => {
  const ids = idsOf(
    ['', 'Loud'],
    ['', 'loud!'],
    ['loud', 'Loud'],
    ['', '静か'],
    ['', '…'],
    ['', 'x'.repeat(120)],
  )
  expect(ids).toEqual(['loud-2', 'loud-3', 'loud', 'reason', 'reason-2', 'x'.repeat(36)])
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/)
})
