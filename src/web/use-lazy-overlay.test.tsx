// A lazy dialog: the press on its button opens it, also after a load that failed.
import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { lazyPart } from './lazy-part.tsx'
import { useLazyDialog } from './use-lazy-overlay.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const Dialog = ({ open }: DialogProps) => open && <div role="dialog" />

afterEach(() => {
  vi.restoreAllMocks()
})

it('loads its dialog at the press, and again at the next one after a failure', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = vi
    .fn<() => Promise<ComponentType<DialogProps>>>(async () => Dialog)
    .mockRejectedValueOnce(new Error('Gone.'))
  const LazyDialog = lazyPart(load)
  function Setting() {
    const [{ onClick }, dialog] = useLazyDialog(LazyDialog)
    return (
      <>
        <button type="button" {...{ onClick }} />
        <LazyDialog {...dialog} />
      </>
    )
  }
  render(<Setting />)
  const user = setUpUser()
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button'))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
