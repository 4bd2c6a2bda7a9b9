// Leaving a screen, its dialog or the page with input that no draft has.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { LeaveGuard } from './leave-guard.tsx'

/** A form with one field that stays mounted, with its input; closed by its button, or saved. */
function Form() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(true)
  const { ask, question } = useAskBeforeLeaving({
    open: isOpen,
    isChanged: text !== '',
    leave: () => setOpen(false),
  })
  if (!isOpen) return <p>Closed</p>
  return (
    <>
      <input aria-label="Reason" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={ask}>
        Close
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Save
      </button>
      {question}
    </>
  )
}

function show() {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <LeaveGuard />
      </>
    ),
  })
  const routes = ['/', '/other'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/' ? Form : () => <p>Other</p> }),
  )
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  render(<RouterProvider router={router} />)
  return { user: setUpUser(), go: () => history.push('/other') }
}
const button = (name: string) => screen.findByRole('button', { name })
const isAskedOnUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('[LANG-08] input without a draft is asked about before its form, its screen or the page is left', async () => {
  const { user, go } = show()
  const field = await screen.findByLabelText<HTMLInputElement>('Reason')
  expect(isAskedOnUnload()).toBe(false)
  await user.type(field, 'Unkind')
  expect(isAskedOnUnload()).toBe(true)
  await user.click(await button('Close'))
  await user.click(await button('Keep editing'))
  go()
  await user.click(await button('Keep editing'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field.value).toBe('Unkind')
  go()
  await user.click(await button('Discard'))
  expect(await screen.findByText('Other')).toBeTruthy()
  expect(isAskedOnUnload()).toBe(false)
})

test('[LANG-08] a saved form that stays mounted asks nothing', async () => {
  const { user, go } = show()
  await user.type(await screen.findByLabelText('Reason'), 'Unkind')
  await user.click(await button('Save'))
  expect(isAskedOnUnload()).toBe(false)
  go()
  expect(await screen.findByText('Other')).toBeTruthy()
})

test('[LANG-08] an unchanged form closes at once, a changed one after the question', async () => {
  const { user } = show()
  await user.type(await screen.findByLabelText('Reason'), 'x{Backspace}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.type(screen.getByLabelText('Reason'), 'x')
  await user.click(await button('Close'))
  await user.click(await button('Discard'))
  expect(await screen.findByText('Closed')).toBeTruthy()
})
