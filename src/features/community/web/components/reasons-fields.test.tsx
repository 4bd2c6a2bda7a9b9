// The reasons of decisions and the held words in the Community tab.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testSettings } from '#test/data/community-settings.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { clearDrafts } from '#web/drafts.ts'
import { communityCalls, type CommunitySettings } from '../../contract.ts'
import { CommunityTab } from './community-tab.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
})
afterEach(clearDrafts)

const loud = { id: 'loud', text: 'It was loud.', translations: {} }
const long = { id: 'long', text: 'It was long.', translations: {} }

async function show(fields: Partial<CommunitySettings> = {}) {
  server.respond(communityCalls.communitySettings, { ...testSettings, ...fields })
  renderScreen(<CommunityTab part="care" onPart={() => undefined} legalTexts={null} />)
  await screen.findByRole('form', { name: 'Community' })
  return setUpUser()
}
const button = (name: string) => screen.getByRole('button', { name })
const region = (name: string) => within(screen.getByRole('region', { name }))
const reasons = () =>
  region('Reasons of decisions')
    .queryAllByRole<HTMLInputElement>('textbox', { name: 'Reason' })
    .map(({ value }) => value)
const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Words/ })
const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const save = async (fields: Partial<CommunitySettings>) => {
  server.respond(communityCalls.saveCommunitySettings, { ...testSettings, version: 2, ...fields })
  fireEvent.click(button('Save settings'))
  await waitFor(() => expect(button('Saved')).toBeTruthy())
}

test('[MOD-05] without a list, the product’s own is shown; a new entry gets an id from its text', async () => {
  const user = await show()
  const own = region('Reasons of decisions').getByRole('list')
  expect(within(own).getAllByRole('listitem')[0]?.textContent).toBe('It was unkind.')
  await user.click(button('Add a reason'))
  expect(region('Reasons of decisions').queryByRole('list')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Es war zu früh!' } })
  await user.click(screen.getByText('Español', { selector: 'fieldset summary *' }))
  const spanish = within(screen.getByRole('group', { name: 'Español' }))
  fireEvent.change(spanish.getByRole('textbox'), { target: { value: 'Fue demasiado pronto.' } })
  const stored = {
    id: 'es-war-zu-fruh',
    text: 'Es war zu früh!',
    translations: { es: { text: 'Fue demasiado pronto.' } },
  }
  await save({ decisionReasons: [stored] })
  expect(sent()).toEqual([{ version: 1, decisionReasons: [stored] }])
})

test('[MOD-05] entries are changed with their ids, moved, and removed', async () => {
  const user = await show({ decisionReasons: [loud, long] })
  fireEvent.change(screen.getAllByRole('textbox', { name: 'Reason' })[1] ?? document.body, {
    target: { value: 'It was too long.' },
  })
  await user.click(button('Move It was too long. up'))
  expect(reasons()).toEqual(['It was too long.', 'It was loud.'])
  expect(document.activeElement).toBe(button('Move It was too long. up'))
  await user.click(button('Move It was too long. up'))
  expect(reasons()).toEqual(['It was too long.', 'It was loud.'])
  const changed = [{ ...long, text: 'It was too long.' }, loud]
  await save({ decisionReasons: changed })
  await user.click(button('Remove It was too long.'))
  await save({ decisionReasons: [loud] })
  expect(sent()).toEqual([
    { version: 1, decisionReasons: changed },
    { version: 2, decisionReasons: [loud] },
  ])
})

test('[MOD-05] an error stands beside its entry', async () => {
  await show({ decisionReasons: [loud, long] })
  const message = 'A reason can’t be empty.'
  server.failWith(communityCalls.saveCommunitySettings, 'invalid', {
    issues: [{ path: 'decisionReasons.1.text', message }],
  })
  fireEvent.change(screen.getAllByRole('textbox', { name: 'Reason' })[1] ?? document.body, {
    target: { value: '' },
  })
  fireEvent.click(button('Save settings'))
  expect(await screen.findByText(message)).toBeTruthy()
  const invalid = screen.getAllByRole('textbox', { name: 'Reason' })
  expect(invalid.map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true'])
})

test('[MOD-21] held words are typed one on each line; none is off, and the form says what they do', async () => {
  await show()
  expect(region('Held words').getByText(/stays with its author/)).toBeTruthy()
  expect(region('Held words').getByText('Without a word, no message is held.')).toBeTruthy()
  fireEvent.change(words(), { target: { value: 'crystals\n\n  buy now \n' } })
  // As typed, until it is saved.
  expect(words().value).toBe('crystals\n\n  buy now \n')
  expect(region('Held words').getByText('2 of 500 words')).toBeTruthy()
  await save({ heldWords: ['crystals', 'buy now'] })
  expect(sent()).toEqual([{ version: 1, heldWords: ['crystals', 'buy now'] }])
  fireEvent.change(words(), { target: { value: ' \n' } })
  await save({ heldWords: [] })
  expect(sent()[1]).toEqual({ version: 2, heldWords: [] })
})

test('[MOD-21] a word that is too long is named, and more than 500 are refused', async () => {
  await show()
  const message = 'A word has at most 50 characters.'
  server.failWith(communityCalls.saveCommunitySettings, 'invalid', {
    issues: [{ path: 'heldWords.1', message }],
  })
  fireEvent.change(words(), { target: { value: 'crystals\nmuch too long' } })
  fireEvent.click(button('Save settings'))
  expect(await screen.findByText(`“much too long”: ${message}`)).toBeTruthy()
  const many = Array.from({ length: 501 }, (_, index) => `w${index}`)
  fireEvent.change(words(), { target: { value: many.join('\n') } })
  expect(screen.getByText('At most 500 words.')).toBeTruthy()
})
