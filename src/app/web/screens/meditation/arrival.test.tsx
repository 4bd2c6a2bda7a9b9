// A new member's first steps around a sitting in the dark.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import type { SittingState } from '#features/sittings/web/data/sitting-state.ts'
import { unaAccount } from '#test/web/una.ts'
import { Welcome } from './arrival.tsx'

const meditation = { plays: { kind: 'video' } } as DailyMeditation

afterEach(cleanup)

const welcome = (layout: LayoutPhase) => (
  <Welcome
    firstSteps={{ isNew: true, isDone: true, onPlay: () => undefined }}
    member={unaAccount}
    meditation={meditation}
    state={{ kind: 'together' } as SittingState}
    layout={layout}
    hasBellAhead={false}
  />
)

test('[STAGE-02] first steps whose place was given up in the dark come back with the light, not before it', () => {
  const { rerender } = render(welcome('sitting'))
  const steps = () => screen.queryByText('Welcome, Una')?.parentElement?.classList
  expect(steps()).not.toContain('lights-back')
  rerender(welcome('cleared'))
  expect(steps()).toBeUndefined()
  rerender(welcome('sitting'))
  expect(steps()).toContain('lights-back')
})
