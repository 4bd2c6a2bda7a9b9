// Journey canvas without canvas support: it keeps its accessible name and doesn't fail.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setTheme } from '#web/theme.ts'
import { JourneyCanvas } from './journey-canvas.tsx'

const rising = {
  before: 1,
  after: 5,
  session: '2026-11-19 0',
  isPlaying: true,
  label: 'From Root to Throat.',
}

test('[JRNY-02] without canvas support the description is present, across sessions and themes', () => {
  const { rerender, unmount } = render(<JourneyCanvas {...rising} className="pane" />)
  const canvas = screen.getByRole('img', { name: 'From Root to Throat.' })
  expect(canvas).toBeInstanceOf(HTMLCanvasElement)
  expect(canvas.parentElement).toHaveProperty('className', expect.stringContaining('pane'))
  setTheme('dark')
  const resting = {
    before: 4,
    after: 4,
    session: '2026-11-20 1',
    isPlaying: false,
    label: 'Stayed at Heart.',
  }
  rerender(<JourneyCanvas {...resting} />)
  expect(screen.getByRole('img', { name: 'Stayed at Heart.' })).toBe(canvas)
  setTheme('light')
  unmount()
  expect(screen.queryByRole('img')).toBeNull()
})
