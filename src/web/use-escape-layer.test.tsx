import { cleanup, fireEvent, render, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useEscapeLayer } from './use-escape-layer.ts'

afterEach(cleanup)

const press = (init = {}) => fireEvent.keyDown(document.body, { key: 'Escape', ...init })

test('[STAGE-02] each press of Escape closes the topmost layer alone; what is open already is above the ground', () => {
  const closed: string[] = []
  const open = (name: string, isGround = false) =>
    renderHook(({ isOpen }) => useEscapeLayer(isOpen ? () => void closed.push(name) : null, { isGround }), {
      initialProps: { isOpen: true },
    })
  const chat = open('chat')
  open('ground', true)
  const help = open('help')
  press()
  help.unmount()
  press()
  chat.rerender({ isOpen: false })
  press()
  expect(closed).toEqual(['help', 'chat', 'ground'])
  chat.rerender({ isOpen: true })
  press()
  expect(closed.at(-1)).toBe('chat')
})

test('[STAGE-02, SHELL-34] a dialog, a menu, what took the key, and a composition close no layer', () => {
  const close = vi.fn<() => void>()
  renderHook(() => useEscapeLayer(close))
  for (const role of ['dialog', 'alertdialog', 'menu']) {
    const { unmount } = render(<div role={role} />)
    press()
    unmount()
  }
  press({ isComposing: true })
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  press()
  document.body.removeEventListener('keydown', take)
  expect(close).not.toHaveBeenCalled()
  press()
  expect(close).toHaveBeenCalledOnce()
})
