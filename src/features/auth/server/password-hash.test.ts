// Password hashes: those that better-auth 1.7 wrote are still right.
import { expect, test } from 'vitest'
import { setPasswordCost } from '#test/people/password-cost.ts'
import { hashPassword, matchesPassword } from './password-hash.ts'

setPasswordCost('real')

test.each([
  [
    'a still lake at dawn',
    'a still lake at dawn',
    'f0d75d3fceb2c35202cc031d5a094910:89405d182fbbdf421cfa63df73b51a2f49e93d7629222962a3b0b22296353c7761b09a610ed4a1a35b1fcaca4418a39607919a865a6ba9e049eda0596c4c3f0c',
  ],
  [
    'Grüße, typed with a combining mark',
    'Gru\u0308ße über den See',
    'f61b18548a22d3418e66033b2c1c515d:79e1ec73c170c5f2deccf782c13fb6647f35375a6703216955c8b40da46ba2d55db74ed467df6040b1bc9ee96552ecf37f72c0d66e4102a7bbed1c97f767cf4f',
  ],
  [
    'a ligature, which counts as two letters',
    'ﬁnd the shore',
    'e81093d44380b8de862329967a69a02d:77857e39ebb72a40650c8c1042f6e2b247d7bd746351af696eb491c20b8f8b1e857a2e9efc6f39bd485f0d4f0f8eadcdf9f292aae2c0f732547a4fa07ec34e88',
  ],
])('%s matches its stored hash, and another password doesn’t', async (_, password, hash) => {
  expect(await matchesPassword(hash, password)).toBe(true)
  expect(await matchesPassword(hash, `${password}.`)).toBe(false)
})

test('a new hash has the stored format, a salt of its own, and matches', async () => {
  const [one, other] = [await hashPassword('still'), await hashPassword('still')]
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(one).not.toBe(other)
  expect(await matchesPassword(one, 'still')).toBe(true)
})
