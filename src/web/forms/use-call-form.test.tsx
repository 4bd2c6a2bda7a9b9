// Forms that are sent by a call: objections, focus, one send at a time, drafts, versions, and other tabs.
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { readFormDraft, writeFormDraft } from '../drafts.ts'
import { FormError } from '../ui/field.tsx'
import { SaveFailure } from '../ui/save-failure.tsx'
import { TextField } from './fields.tsx'
import { useCallForm } from './use-call-form.ts'

const short = z.string().check(z.maxLength(9, 'At most nine characters.'))
const save = endpoint({
  method: 'PUT',
  path: '/api/poems',
  needs: 'meditation.join',
  body: z.object({ title: short, text: z.string(), version: z.optional(z.int()) }),
  response: successSchema,
})
const draft = { name: 'poem', schema: z.object({ title: z.string(), text: z.string() }) }

interface Poem {
  title: string
  text: string
  version?: number
}

const blank: Poem = { title: '', text: '' }

interface PoemFormProps {
  poem: Poem
  /** As it is now. */
  current?: Poem
  hasDraft?: boolean
  onSaved?: () => void
}

function PoemForm({ poem, current = poem, hasDraft = true, onSaved }: PoemFormProps) {
  const { version, ...values } = poem
  const { form, onSubmit, failure, load } = useCallForm(save, {
    values,
    version,
    draft: hasDraft ? draft : undefined,
    toInput: (typed, version) => ({ body: { ...typed, ...(version == null ? {} : { version }) } }),
    notSaved: 'The poem wasn’t saved.',
    onSaved: () => {
      if (onSaved) onSaved()
      else form.reset({ title: '', text: '' })
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      {failure?.isStale === false && <FormError>{failure.message}</FormError>}
      {failure?.isStale && (
        <SaveFailure
          {...failure}
          onReload={async () => {
            const { version: currentVersion, ...currentValues } = current
            load({ values: currentValues, version: currentVersion })
          }}
        />
      )}
      <TextField form={form} name="title" label="Title" />
      <TextField form={form} name="text" label="Text" rows={2} />
      <button type="submit">Save</button>
    </form>
  )
}

/** Like a dialog. */
function ClosingForm() {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <PoemForm poem={blank} onSaved={() => setOpen(false)} />
}

let server: FakeServer
beforeEach(() => {
  sessionStorage.clear()
  server = startFakeServer()
  server.respond(save, { success: true })
})

function show(props: PoemFormProps = { poem: blank }) {
  const { unmount, rerender } = renderScreen(<PoemForm {...props} />)
  return { user: setUpUser(), unmount, update: (poem: Poem) => rerender(<PoemForm {...props} poem={poem} />) }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const sent = () => server.calls.map(({ body }) => body)
const stored = () => readFormDraft(draft.name, z.unknown())

it('isn’t sent while its own schema objects, and says so beside the first such field, which has the focus', async () => {
  const { user } = show()
  await user.type(field('Text'), 'Still water')
  await user.type(field('Title'), 'Ten letters')
  await user.click(button('Save'))
  expect(await screen.findByText('At most nine characters.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Title'))
  expect(sent()).toEqual([])
  // The sentence goes as soon as it is mended.
  await user.type(field('Title'), '{Backspace}{Backspace}')
  await waitFor(() => expect(screen.queryByText('At most nine characters.')).toBeNull())
})

it('shows the server’s objections beside their fields, focuses the first one, and keeps what was typed', async () => {
  const { user } = show()
  await user.type(field('Title'), 'Water')
  server.failWith(save, 'invalid', { issues: [{ path: 'text', message: 'A poem has words.' }] })
  await user.click(button('Save'))
  expect(await screen.findByText('A poem has words.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Text'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('Title').value).toBe('Water')
})

it('says an objection to no field of the form above it, and is sent again', async () => {
  const { user } = show()
  await user.type(field('Title'), 'Water')
  server.failWith(save, 'invalid', { issues: [{ path: 'season', message: 'It is winter.' }] })
  await user.click(button('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe('It is winter.')
  server.respond(save, { success: true })
  await user.click(button('Save'))
  await waitFor(() => expect(field('Title').value).toBe(''))
  expect(sent()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is sent once, however often it is pressed meanwhile', async () => {
  const { user } = show()
  await user.type(field('Title'), 'Water')
  const respond = server.respondLater(save, { success: true })
  await user.dblClick(button('Save'))
  await user.click(button('Save'))
  respond()
  await waitFor(() => expect(field('Title').value).toBe(''))
  expect(sent()).toHaveLength(1)
})

it('restores what was typed after a reload until it is saved', async () => {
  const { user, unmount } = show()
  await user.type(field('Title'), 'Water')
  unmount()
  const again = show()
  expect(field('Title').value).toBe('Water')
  await again.user.click(button('Save'))
  await waitFor(() => expect(stored()).toBeNull())
})

it('leaves no draft when it closes as it is saved', async () => {
  renderScreen(<ClosingForm />)
  const user = setUpUser()
  await user.type(field('Title'), 'Water')
  await user.click(button('Save'))
  await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull())
  await waitFor(() => expect(stored()).toBeNull())
})

it('has no draft of text that was typed and taken back', async () => {
  const { user } = show()
  await user.type(field('Title'), 'W')
  expect(stored()).toEqual({ title: 'W', text: '' })
  await user.type(field('Title'), '{Backspace}')
  expect(stored()).toBeNull()
})

it('shows what another tab has typed, and doesn’t write that again', async () => {
  show()
  const key = `draft::${draft.name}`
  const written = JSON.stringify({ writtenAt: Date.now() - 1_000, values: { title: 'Rain', text: '' } })
  sessionStorage.setItem(key, written)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(field('Title').value).toBe('Rain')
  expect(sessionStorage.getItem(key)).toBe(written)
  // Saved there.
  sessionStorage.removeItem(key)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(field('Title').value).toBe('')
})

it.each([true, false])(
  'follows what is saved elsewhere until something is typed, which keeps its version; draft: %s',
  async (hasDraft) => {
    const { user, update } = show({ poem: { title: 'Water', text: '', version: 1 }, hasDraft })
    update({ title: 'Rain', text: '', version: 2 })
    expect(field('Title').value).toBe('Rain')
    await user.type(field('Text'), 'Falls')
    update({ title: 'Snow', text: '', version: 3 })
    expect(field('Title').value).toBe('Rain')
    expect(field('Text').value).toBe('Falls')
    await user.click(button('Save'))
    await waitFor(() => expect(sent()).toEqual([{ title: 'Rain', text: 'Falls', version: 2 }]))
  },
)

it('sends a restored draft with the version over which it was typed, and loads the current one on request', async () => {
  writeFormDraft(draft.name, { version: 1, values: { title: 'Water', text: 'Still' } })
  const { user } = show({ poem: { title: 'Rain', text: '', version: 2 } })
  server.failWith(save, 'changed_meanwhile')
  await user.click(button('Save'))
  await user.click(await screen.findByRole('button', { name: 'Load the current version' }))
  expect(field('Title').value).toBe('Rain')
  expect(stored()).toBeNull()
  server.respond(save, { success: true })
  await user.click(button('Save'))
  await waitFor(() =>
    expect(sent()).toEqual([
      { title: 'Water', text: 'Still', version: 1 },
      { title: 'Rain', text: '', version: 2 },
    ]),
  )
})
