import { statSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { bells } from '../data/bell-sound.ts'
import { BellSetting } from './bell-choice.tsx'

const user = setUpUser()

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)

test('[PHASE-10] the bowl rings until another bell or none is chosen, and the choice is saved', async () => {
  render(<BellSetting />)
  expect(chosen()).toEqual(['bowl'])
  await user.click(screen.getByRole('radio', { name: 'Gong' }))
  expect(chosen()).toEqual(['gong'])
  cleanup()
  render(<BellSetting />)
  expect(chosen()).toEqual(['gong'])
  await user.click(screen.getByRole('radio', { name: 'Off' }))
  expect(chosen()).toEqual(['off'])
  expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull()
})

test.each(bells)('[PHASE-10] the bell %s is a file of at most 60 kB', (bell) => {
  const file = join(import.meta.dirname, `../../../../../assets/media/bells/${bell}.mp3`)
  expect(statSync(file).size).toBeLessThanOrEqual(60_000)
})
