// The editor of the legal texts: modes, preview, saving, a material change, failures and drafts.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { clearDrafts } from '#web/drafts.ts'
import { legalCalls, type LegalText, type LegalTexts } from '../contract.ts'
import { legalPages } from '../pages.ts'
import { LegalSetting } from './legal-setting.tsx'

const shipped = {
  privacy: '# Privacy\n\n> **To the operator of this place:** your name.\n\n{{processors}}\n\n{{added}}',
  terms: '# Terms\n\n{{app}} is kind.\n\n{{added}}',
  care: '# Care\n\n{{added}}',
}
const textOf = (page: LegalText['page'], change: Partial<LegalText> = {}): LegalText => ({
  page,
  mode: 'shipped',
  text: '',
  translations: {},
  responsible: '',
  shipped: shipped[page],
  hasPlaceholder: page !== 'care',
  version: 4,
  undoUntil: null,
  ...change,
})
const textsWith = (...changed: LegalText[]): LegalTexts => ({
  texts: legalPages.map((page) => changed.find((text) => text.page === page) ?? textOf(page)),
  chatDays: 90,
  processors: '- **Email:** `mail.example.org` delivers them.',
  members: 42,
})

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(legalCalls.legalTexts, textsWith())
})
afterEach(() => {
  cleanup()
  clearDrafts()
})

async function show() {
  renderScreen(<LegalSetting />)
  await screen.findByRole('form', { name: 'Privacy' })
  return setUpUser()
}
const button = (name: string) => screen.getByRole('button', { name })
async function textOfPreview(user: ReturnType<typeof setUpUser>, name: string) {
  await user.click(button('Preview'))
  const dialog = await screen.findByRole('dialog', { name: `Preview of ${name}` })
  const { textContent } = dialog
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button('Preview'))
  return textContent
}
const saved = () => server.calls.findLast(({ method }) => method === 'PUT')

test('[COM-10] [COM-11] who is responsible is shown in the preview, and saved with the privacy page', async () => {
  const user = await show()
  // The page itself isn't in the settings.
  expect(screen.queryByText(/mail\.example\.org/)).toBeNull()
  expect(await textOfPreview(user, 'Privacy')).toContain('To the operator of this place')
  await user.type(screen.getByLabelText('Who is responsible'), 'Lake House')
  const filled = await textOfPreview(user, 'Privacy')
  expect(filled).toContain('Lake House')
  expect(filled).toContain('mail.example.org')
  expect(filled).not.toContain('To the operator')
  server.respond(legalCalls.saveLegalText, textsWith())
  await user.click(button('Save Privacy'))
  await waitFor(() =>
    expect(saved()?.body).toEqual({
      version: 4,
      mode: 'shipped',
      text: '',
      translations: {},
      responsible: 'Lake House',
    }),
  )
})

test('[COM-10] a text is added or replaces; the shipped one can be the start', async () => {
  const user = await show()
  await user.selectOptions(screen.getByLabelText('Page'), 'Terms')
  await user.click(screen.getByRole('radio', { name: 'Standard and yours' }))
  await user.type(screen.getByLabelText('Your text'), 'No shoes.')
  expect(await textOfPreview(user, 'Terms')).toMatch(/Stillwater is kind\..*From this community.*No shoes\./s)
  await user.click(screen.getByRole('radio', { name: 'Only yours' }))
  const own = await textOfPreview(user, 'Terms')
  expect(own).toContain('No shoes.')
  expect(own).not.toContain('Stillwater is kind.')
  await user.clear(screen.getByLabelText('Your text'))
  await user.click(button('Start with the standard text'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('# Terms\n\n{{app}} is kind.')
})

test('[COM-14] a material change names the members, and is saved only after a confirmation', async () => {
  const user = await show()
  await user.selectOptions(screen.getByLabelText('Page'), 'Terms')
  await user.click(screen.getByRole('checkbox', { name: /This change is material/ }))
  await user.click(button('Save Terms'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('heading').textContent).toBe('Ask all 42 members to accept the terms?')
  expect(saved()).toBeUndefined()
  server.respond(legalCalls.saveLegalText, textsWith())
  await user.click(dialog.getByRole('button', { name: 'Save and ask' }))
  await waitFor(() =>
    expect(saved()?.body).toEqual({
      version: 4,
      mode: 'shipped',
      text: '',
      translations: {},
      isMaterial: true,
    }),
  )
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /This change is material/ }).checked).toBe(
      false,
    ),
  )
})

test('[COM-10] a failed save keeps the text, also in another tab; a stale one loads the present version @full', async () => {
  const user = await show()
  await user.selectOptions(screen.getByLabelText('Page'), 'Care')
  await user.click(screen.getByRole('radio', { name: 'Standard and yours' }))
  await user.type(screen.getByLabelText('Your text'), 'Breathe.')
  const message = 'A code block or a comment in this text has no end.'
  server.failWith(legalCalls.saveLegalText, 'invalid', { issues: [{ path: 'text', message }] })
  await user.click(button('Save Care'))
  expect(await screen.findByText(message)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Page'), 'Terms')
  await user.selectOptions(screen.getByLabelText('Page'), 'Care')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('Breathe.')
  server.failWith(legalCalls.saveLegalText, 'changed_meanwhile')
  await user.click(button('Save Care'))
  server.respond(
    legalCalls.legalTexts,
    textsWith(textOf('care', { mode: 'added', text: 'Theirs.', version: 5 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Load the current version' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('Theirs.'))
})

test('[COM-10] [LANG-08] the last change can be undone; what was typed since stays, also over a reload', async () => {
  server.respond(
    legalCalls.legalTexts,
    textsWith(textOf('privacy', { undoUntil: '2026-11-22T18:00:00.000Z' })),
  )
  const user = await show()
  const undone = textsWith(textOf('privacy', { version: 5 }))
  server.respond(legalCalls.undoLegalText, undone)
  server.respond(legalCalls.legalTexts, undone)
  await user.click(screen.getByRole('radio', { name: 'Standard and yours' }))
  await user.type(screen.getByLabelText('Your text'), 'Ours.')
  await user.click(button('Undo the last change'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull())
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 4 })
  cleanup()
  await show()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('Ours.')
  server.respond(legalCalls.saveLegalText, undone)
  await user.click(button('Save Privacy'))
  await waitFor(() => expect(saved()?.body).toMatchObject({ version: 5, text: 'Ours.' }))
})

test('[LANG-11] a text has others beside it for viewers of other languages', async () => {
  const own = textOf('privacy', { mode: 'added', text: 'Ours', translations: { es: 'Lo nuestro' } })
  server.respond(legalCalls.legalTexts, textsWith(own))
  const user = await show()
  expect(await screen.findByText('Lo nuestro')).toBeTruthy()
  await user.click(screen.getByText('Deutsch'))
  const german = within(screen.getByRole('group', { name: 'Deutsch' }))
  await user.type(german.getByLabelText('Your text'), 'Unseres')
  server.respond(legalCalls.saveLegalText, textsWith())
  await user.click(screen.getByRole('button', { name: 'Save Privacy' }))
  await waitFor(() =>
    expect(saved()?.body).toMatchObject({ translations: { de: 'Unseres', es: 'Lo nuestro' } }),
  )
})

test('[COM-10] texts that didn’t load can be loaded again', async () => {
  server.failWith(legalCalls.legalTexts, 'unavailable')
  renderScreen(<LegalSetting />)
  expect(await screen.findByText('The legal texts didn’t load')).toBeTruthy()
  server.respond(legalCalls.legalTexts, textsWith())
  await setUpUser().click(screen.getByRole('button'))
  expect(await screen.findByRole('form', { name: 'Privacy' })).toBeTruthy()
})

test('[COM-10] no text of the preview becomes an element, or a link to another scheme', async () => {
  server.respond(
    legalCalls.legalTexts,
    textsWith(
      textOf('privacy', {
        mode: 'replaced',
        text: hostileTexts.join('\n\n'),
        responsible: hostileTexts.join('\n\n'),
      }),
    ),
  )
  const user = await show()
  await user.click(button('Preview'))
  const shown = await screen.findByRole('dialog', { name: 'Preview of Privacy' })
  shown.querySelector('button')?.remove()
  expect(
    shown.querySelector('script, img, svg, iframe, object, embed, style, form, base, meta, input'),
  ).toBeNull()
  const protocols = [...shown.querySelectorAll('a')].map(({ protocol }) => protocol)
  expect(protocols.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([])
})
