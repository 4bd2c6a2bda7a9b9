// Tests of the close policies.
import { describe, expect, it } from 'vitest'
import { closePolicyFor } from './close-codes.ts'

describe('a close code', () => {
  it('[LIVE-13] of a sign-out or ban is final', () => {
    expect(closePolicyFor(4401)).toEqual({ kind: 'never', reason: 'signed-out' })
    expect(closePolicyFor(4403)).toEqual({ kind: 'never', reason: 'banned' })
  })

  it('[LIVE-28] of flooding waits 30 s, of a protocol violation for a reload', () => {
    expect(closePolicyFor(4429)).toEqual({ kind: 'wait', waitMs: 30_000 })
    expect(closePolicyFor(1008)).toEqual({ kind: 'never', reason: 'policy' })
  })

  it('[LIVE-29] of too many tabs waits for focus', () => {
    expect(closePolicyFor(4008)).toEqual({ kind: 'focus' })
  })

  it.each([1000, 1001, 1006, 1011, 1012])('%i is retried', (code) => {
    expect(closePolicyFor(code)).toEqual({ kind: 'retry' })
  })
})
