// The day's line: what its suns are called, and the words of the chosen one.
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { setUpUser } from '#test/web/user.ts'
import { DayLine, type DaySun } from './day-line.tsx'

const day = '2026-11-21'
const chicago = 'America/Chicago'

function sun(id: number, bell: string, fields: Partial<DaySun> = {}): DaySun {
  const startsAt = timestampToMs(bell)
  return {
    id,
    startsAt,
    doorsAt: startsAt - 15 * minuteMs,
    endsAt: startsAt + 45 * minuteMs,
    state: 'coming',
    title: `Sitting ${id}`,
    language: null,
    others: null,
    cancelNote: null,
    ...fields,
  }
}
const morning = sun(1, '2026-11-21T12:16:00Z', { state: 'sat', others: 15 })
const evening = sun(2, '2026-11-22T01:00:00Z', { state: 'next' })

/** Some versions of the calendar data put a narrow space before AM and PM. */
const plain = (text: string | null | undefined) => text?.replaceAll('\u202f', ' ')
const names = () => screen.getAllByRole('button').map((button) => plain(button.getAttribute('aria-label')))
const words = () => plain(document.querySelector('[data-chosen]')?.textContent)
const button = (id: number) => screen.getByRole('button', { name: new RegExp(`Sitting ${id}`) })

describe('[PLAN-10] the day’s line', () => {
  it('names its suns, and shows the words of the next one until a press', async () => {
    render(<DayLine day={day} suns={[morning, evening]} local={chicago} />)
    expect(screen.getByRole('list', { name: 'Today’s sittings' })).toBeTruthy()
    expect(names()).toEqual([
      '6:16 AM, Sitting 1, you sat with 15 others',
      '7:00 PM, Sitting 2, next, doors 6:45 PM',
    ])
    expect(words()).toBe('7:00 PM · Sitting 2 · doors 6:45 PM')
    const user = setUpUser()
    await user.click(button(1))
    expect(words()).toBe('6:16 AM · Sitting 1 · you sat with 15 others')
    expect(button(1).getAttribute('aria-pressed')).toBe('true')
    expect(button(2).getAttribute('aria-pressed')).toBe('false')
    await user.tab()
    await user.keyboard(' ')
    expect(words()).toBe('7:00 PM · Sitting 2 · doors 6:45 PM')
  })

  it('keeps the chosen one as others come; without it, it shows the next one', async () => {
    const { rerender } = render(<DayLine day={day} suns={[morning, evening]} local={chicago} />)
    await setUpUser().click(button(1))
    const noon = sun(3, '2026-11-21T18:00:00Z', { state: 'next' })
    rerender(<DayLine day={day} suns={[morning, noon, { ...evening, state: 'coming' }]} local={chicago} />)
    expect(words()).toContain('Sitting 1')
    rerender(<DayLine day={day} suns={[noon, { ...evening, state: 'coming' }]} local={chicago} />)
    expect(words()).toBe('12:00 PM · Sitting 3 · doors 11:45 AM')
  })

  it('says of each state what it is', () => {
    const others = [
      sun(3, '2026-11-21T13:00:00Z', { state: 'past' }),
      sun(4, '2026-11-21T14:00:00Z', { state: 'sat' }),
      sun(5, '2026-11-21T15:00:00Z', { state: 'canceled', cancelNote: 'Lena is ill.' }),
      sun(6, '2026-11-21T16:00:00Z', { state: 'canceled' }),
      sun(7, '2026-11-21T19:00:00Z', { state: 'now' }),
      sun(8, '2026-11-21T21:00:00Z', { title: null }),
    ]
    render(<DayLine day={day} suns={others} local={chicago} />)
    expect(names()).toEqual([
      '7:00 AM, Sitting 3, past',
      '8:00 AM, Sitting 4, you sat',
      '9:00 AM, Sitting 5, canceled: Lena is ill.',
      '10:00 AM, Sitting 6, canceled',
      '1:00 PM, Sitting 7, now, until 1:45 PM',
      '3:00 PM, coming',
    ])
    const drawn = [...document.querySelectorAll('.sun-sign')].map(({ innerHTML }) => innerHTML)
    expect(new Set(drawn).size).toBe(5)
  })

  it('names the weekday after midnight, and the community’s time where clocks differ', () => {
    const late = sun(3, '2026-11-22T06:15:00Z')
    render(<DayLine day={day} suns={[morning, late]} local={chicago} />)
    expect(names()[1]).toBe('Sunday, 12:15 AM, Sitting 3, coming')
  })

  it.each([
    ['Europe/Berlin', '1:16 PM, Sitting 1, you sat with 15 others, 6:16 AM in Chicago'],
    ['Asia/Tokyo', '9:16 PM, Sitting 1, you sat with 15 others, 6:16 AM in Chicago'],
    [null, '6:16 AM in Chicago, Sitting 1, you sat with 15 others'],
  ])('in the zone %s: %s', (local, name) => {
    render(<DayLine day={day} suns={[morning, evening]} local={local} />)
    expect(names()[0]).toBe(name)
  })

  it('of another weekday in the community names that', () => {
    render(
      <DayLine day="2026-11-22" suns={[evening, sun(3, '2026-11-22T20:00:00Z')]} local="Europe/Berlin" />,
    )
    expect(names()[0]).toBe('2:00 AM, Sitting 2, next, doors 1:45 AM, Saturday 7:00 PM in Chicago')
  })
})
