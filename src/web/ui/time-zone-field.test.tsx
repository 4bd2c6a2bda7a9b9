// The field for a time zone: the order of its cities, and how typing finds them.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TimeZoneField } from './time-zone-field.tsx'

function show() {
  const onChange = vi.fn<(zone: string) => void>()
  render(<TimeZoneField label="Zone" value="Europe/Berlin" onChange={onChange} />)
  const type = (text: string) => {
    for (const key of text) fireEvent.keyDown(screen.getByLabelText('Zone'), { key })
  }
  return { onChange, type }
}

test('[LANG-12] cities are in the order of the names that are shown', () => {
  show()
  const americas = within(screen.getByRole('group', { name: 'The Americas' })).getAllByRole('option')
  const names = americas.map(({ textContent }) => textContent)
  expect(names.indexOf('São Paulo')).toBe(names.indexOf('Santo Domingo') + 1)
  expect(names).toContain('Buenos Aires, Argentina')
  expect(names).toContain('Knox, Indiana')
})

test('[LANG-12] typing without accents finds a city; the browser finds what is typed to the letter', () => {
  const { onChange, type } = show()
  type('sa')
  fireEvent.keyDown(screen.getByLabelText('Zone'), { key: 'o', ctrlKey: true })
  expect(onChange).not.toHaveBeenCalled()
  type('o p')
  expect(onChange).toHaveBeenLastCalledWith('America/Sao_Paulo')
  type('x')
  expect(onChange).toHaveBeenCalledTimes(3)
})
