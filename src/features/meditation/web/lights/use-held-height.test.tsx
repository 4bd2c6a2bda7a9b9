import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHeldHeight } from './use-held-height.ts'

let rowPx = 0
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => rowPx)
})
afterEach(() => void vi.restoreAllMocks())

function Row({ isDown, isHelpOpen = false }: { isDown: boolean; isHelpOpen?: boolean }) {
  const [place, minHeight] = useHeldHeight(isDown)
  return (
    <div ref={place} style={{ minHeight }}>
      {isHelpOpen && <form />}
    </div>
  )
}

test('[LIGHT-01] the place of a row of two lines keeps its height in the dark, and when the light is back', () => {
  rowPx = 70
  const { container, rerender } = render(<Row isDown={false} />)
  const held = () => container.querySelector('div')?.style.minHeight
  expect(held()).toBe('')
  rerender(<Row isDown />)
  expect(held()).toBe('70px')
  // The row itself is out of its place.
  rowPx = 44
  rerender(<Row isDown={false} />)
  expect(held()).toBe('70px')
})

test('[LIGHT-01] an open help isn’t held: it may close in the dark', () => {
  rowPx = 400
  const { container, rerender } = render(<Row isDown={false} isHelpOpen />)
  rerender(<Row isDown isHelpOpen />)
  expect(container.querySelector('div')?.style.minHeight).toBe('')
})
