// The lead of a page: it comes to a new one slowly.
import { expect, test } from 'vitest'
import { leadAt, moveLead, stillLead } from './moving-lead.ts'

test('[STREAM-04] a page reaches a new lead within the stretch of a player, and stays there', () => {
  const lead = moveLead(stillLead(12_000), 18_000, 5_000)
  expect([0, 5_000, 6_000, 105_000, 205_000, 900_000].map((nowMs) => leadAt(lead, nowMs))).toEqual([
    12_000, 12_000, 12_030, 15_000, 18_000, 18_000,
  ])
  const back = moveLead(lead, 6_000, 105_000)
  expect([105_000, 205_000, 405_000].map((nowMs) => leadAt(back, nowMs))).toEqual([15_000, 12_000, 6_000])
})

test('[STREAM-04] the same lead again changes nothing on the way', () => {
  const lead = moveLead(stillLead(12_000), 18_000, 5_000)
  expect(moveLead(lead, 18_000, 50_000)).toBe(lead)
})
