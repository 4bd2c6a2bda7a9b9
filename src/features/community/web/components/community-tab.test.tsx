// The Community tab: its parts, editing the settings, what is wrong with them, and another administrator's change.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { otherSettings, testSettings } from '#test/data/community-settings.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { testCommunity } from '#test/web/community.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setCommunity } from '#web/community.ts'
import { clearDrafts } from '#web/drafts.ts'
import { communityCalls } from '../../contract.ts'
import { communityErrors } from '../../errors.ts'
import { noDraft } from '../../settings-draft.ts'
import { communityParts, typedIn, type CommunityPart } from '../../settings-parts.ts'
import { communitySettingNames } from '../../settings.ts'
import { CommunityTab } from './community-tab.tsx'

const user = setUpUser()

let server: FakeServer
const settings = testSettings
const line = { name: 'Listening line', contact: '+1 555 0100', where: 'Chicago' }
beforeEach(() => {
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, settings)
})
afterEach(() => {
  cleanup()
  clearDrafts()
  vi.restoreAllMocks()
})

function Screen({ first }: { first: CommunityPart }) {
  const [part, setPart] = useState(first)
  return (
    <CommunityTab
      part={part}
      onPart={(next) => setPart(next as CommunityPart)}
      legalTexts={<p>The legal texts</p>}
    />
  )
}

async function show(part: CommunityPart) {
  renderScreen(<Screen first={part} />)
  await screen.findByRole('form', { name: 'Community' })
  return setUpUser()
}
const openPart = (name: string) => user.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }))
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })

test('[PULSE-06] [CARE-04] saves the minimum, the text and the places to turn to @full', async () => {
  const user = await show('care')
  await user.clear(field('Show the room’s energy from … people'))
  await user.type(field('Show the room’s energy from … people'), '12')
  await user.type(field(/What helps/), 'Breathe out.')
  await user.click(button('Add a place to turn to'))
  await user.type(field('Name'), line.name)
  await user.type(field('Phone number or https address'), line.contact)
  await user.type(field(/Where/), line.where)
  const saved = { ...settings, version: 2, reflectionPairsMin: 12, careText: 'Breathe out.' }
  server.respond(communityCalls.saveCommunitySettings, { ...saved, careResources: [line] })
  await user.click(button('Save settings'))
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 1,
    reflectionPairsMin: 12,
    careText: 'Breathe out.',
    careResources: [line],
  })
  await user.click(button('Remove Listening line'))
  expect(document.activeElement).toBe(button('Add a place to turn to'))
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 2, careResources: [] })
})

test('[CARE-04] an invalid place is named beside its field, and stays typed @full', async () => {
  const user = await show('care')
  await user.click(button('Add a place to turn to'))
  await user.type(field('Name'), 'Line')
  const message = 'A phone number, or an address that starts with https://.'
  server.failWith(communityCalls.saveCommunitySettings, 'invalid', {
    issues: [{ path: 'careResources.0.contact', message }],
  })
  await user.click(button('Save settings'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field('Phone number or https address').getAttribute('aria-invalid')).toBe('true')
  cleanup()
  await show('care')
  const group = screen.getByRole('group', { name: 'Line' })
  expect(within(group).getByLabelText<HTMLInputElement>('Name').value).toBe('Line')
  await user.click(button('Discard changes'))
  expect(screen.queryByRole('group', { name: 'Line' })).toBeNull()
})

test('[COM-01, COM-18] another administrator’s changes come into the form; what both changed is chosen', async () => {
  const user = await show('joining')
  await user.type(field(/Welcome text/), 'Come in.')
  await openPart('Name')
  await user.type(field('Name of the community'), ' here')
  const message = 'Ben changed this meanwhile: Name and Color.'
  const current = { ...settings, version: 5, name: 'Pond', hue: 230 }
  server.failWith(communityCalls.saveCommunitySettings, 'changed_meanwhile', { message, current })
  await user.click(button('Save settings'))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Hue' }).value).toBe('230')
  // The choices are below what was typed, and the focus leads there.
  expect(document.activeElement?.textContent).toContain('Changed in two places')
  // Undecided, nothing is sent.
  const sent = server.count(communityCalls.saveCommunitySettings)
  await user.click(button('Save settings'))
  expect(server.count(communityCalls.saveCommunitySettings)).toBe(sent)
  const both = within(screen.getByRole('group', { name: 'Name' }))
  expect(both.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
    'YoursStillwater hereUse yours',
    'Saved meanwhilePondUse the saved one',
  ])
  await user.click(both.getByRole('button', { name: 'Use the saved one' }))
  expect(document.activeElement).toBe(button('Save settings'))
  expect(field('Name of the community').value).toBe('Pond')
  await openPart('Joining')
  expect(field(/Welcome text/).value).toBe('Come in.')
  server.respond(communityCalls.saveCommunitySettings, { ...current, version: 6, welcome: 'Come in.' })
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 5, welcome: 'Come in.' })
})

test('[COM-18] each part saves and discards its own; the others keep what is typed, and say so', async () => {
  const user = await show('name')
  await user.type(field('Name of the community'), ' here')
  await openPart('Joining')
  await user.type(field(/^Welcome text/), 'Come in.')
  await user.click(screen.getByText('Deutsch', { selector: 'summary *' }))
  await user.type(within(screen.getByRole('group', { name: 'Deutsch' })).getByRole('textbox'), 'Komm.')
  await openPart('Care')
  await user.click(screen.getByText('Deutsch', { selector: 'summary *' }))
  await user.type(within(screen.getByRole('group', { name: 'Deutsch' })).getByRole('textbox'), 'Atme.')
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs()).toEqual(['Name, not saved', 'Joining, not saved', 'Rhythm', 'Texts', 'Care, not saved'])
  await openPart('Joining')
  const translations = { de: { welcome: 'Komm.', careText: '' } }
  const saved = { ...settings, version: 2, welcome: 'Come in.', translations }
  server.respond(communityCalls.saveCommunitySettings, saved)
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 1, welcome: 'Come in.', translations })
  expect(await screen.findByRole('button', { name: 'Saved' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Settings saved')
  expect(tabs()).toEqual(['Name, not saved', 'Joining', 'Rhythm', 'Texts', 'Care, not saved'])
  await user.type(field(/^Welcome text/), '!')
  expect(button('Save settings')).toBeTruthy()
  await openPart('Care')
  await user.click(button('Discard changes'))
  expect(tabs()).toEqual(['Name, not saved', 'Joining, not saved', 'Rhythm', 'Texts', 'Care'])
  await openPart('Joining')
  expect(field(/^Welcome text/).value).toBe('Come in.!')
  await openPart('Texts')
  expect(screen.getByText('The legal texts')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull()
})

test('[COM-01] what is typed survives an undo, a logo, a reload and seven days, with the version of the last read', async () => {
  server.respond(communityCalls.communitySettings, { ...settings, undoUntil: '2026-11-22T18:00:00.000Z' })
  const user = await show('joining')
  await user.type(field(/Welcome text/), 'Come in.')
  server.respond(communityCalls.undoCommunitySettings, { ...settings, version: 2, welcome: 'Hello.' })
  await user.click(button('Undo the last change'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull())
  expect(field(/Welcome text/).value).toBe('Come in.')
  // Ben renamed the community before the logo was saved.
  const logo = '/media/logo/1/logo.png'
  const renamed = { ...settings, version: 4, welcome: 'Hello.', name: 'Pond', logo }
  server.respond(communityCalls.saveLogo, renamed)
  await openPart('Name')
  await user.upload(field('Logo file'), new File(['GIF89a'], 'logo.gif', { type: 'image/gif' }))
  await waitFor(() => expect(field('Name of the community').value).toBe('Pond'))
  expect(server.calls.at(-1)?.path).toBe('/api/admin/community/logo?version=2')
  cleanup()
  server.respond(communityCalls.communitySettings, renamed)
  await show('joining')
  expect(field(/Welcome text/).value).toBe('Come in.')
  server.failConnection(communityCalls.saveCommunitySettings)
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 4, welcome: 'Come in.' })
  cleanup()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 24 * 3_600_000 + 1)
  await show('joining')
  expect(field(/Welcome text/).value).toBe('Hello.')
})

test('[PLAN-09] several a day is a choice; the dates that keep it on are named beside it', async () => {
  server.respond(communityCalls.communitySettings, { ...settings, severalADay: true })
  const user = await show('rhythm')
  const choice = field('Several sittings a day')
  expect(choice.checked).toBe(true)
  await user.click(choice)
  const message = 'There are several meditations on December 1, 2026. Keep only one on each day first.'
  server.failWith(communityCalls.saveCommunitySettings, communityErrors.several_scheduled, {
    issues: [{ path: 'severalADay', message }],
  })
  await user.click(button('Save settings'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(choice.getAttribute('aria-invalid')).toBe('true')
  expect(choice.checked).toBe(false)
  expect(server.calls.at(-1)?.body).toMatchObject({ severalADay: false })
})

test('[CARE-04] no more than ten places', async () => {
  const careResources = Array.from({ length: 10 }, (_, index) => ({ ...line, name: `Line ${index + 1}` }))
  server.respond(communityCalls.communitySettings, { ...settings, careResources })
  await show('care')
  expect(button('At most 10 places')).toBeTruthy()
})

test('[LANG-03] [LANG-11] the community’s language, and its own texts in the others', async () => {
  const user = await show('name')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Español')
  server.failConnection(communityCalls.saveCommunitySettings)
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 1, language: 'es' })
  await openPart('Care')
  await user.click(screen.getByText('Deutsch', { selector: 'summary *' }))
  const german = within(screen.getByRole('group', { name: 'Deutsch' }))
  await user.type(german.getByLabelText(/What helps/), 'Atme aus.')
  const message = 'The text has at most 1,000 characters.'
  server.failWith(communityCalls.saveCommunitySettings, 'invalid', {
    issues: [{ path: 'translations.pt-BR.careText', message }],
  })
  await user.click(button('Save settings'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(server.calls.at(-1)?.body).toEqual({
    version: 1,
    translations: { de: { welcome: '', careText: 'Atme aus.' } },
  })
})

test('a failed read can be retried', async () => {
  server.failConnection(communityCalls.communitySettings)
  renderScreen(<Screen first="name" />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.respond(communityCalls.communitySettings, settings)
  await user.click(retry)
  expect(await screen.findByRole('form', { name: 'Community' })).toBeTruthy()
})

test('[COM-01] [COM-03] name, color, links and joining are saved; a color of errors is refused at once', async () => {
  const user = await show('name')
  await user.clear(field('Name of the community'))
  await user.type(field('Name of the community'), 'Clear Lake')
  await user.click(screen.getByRole('radio', { name: 'Your own color' }))
  const hue = screen.getByRole('slider', { name: 'Hue' })
  fireEvent.change(hue, { target: { value: '22' } })
  expect(screen.getByText(/look like the red of errors/)).toBeTruthy()
  fireEvent.change(hue, { target: { value: '230' } })
  expect(screen.queryByText(/look like the red of errors/)).toBeNull()
  const look = { name: 'Clear Lake', hue: 230 } as const
  server.respond(communityCalls.saveCommunitySettings, { ...settings, ...look, version: 2 })
  await user.click(button('Save settings'))
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ version: 1, ...look })
  await openPart('Joining')
  await user.click(button('Add a link'))
  await user.selectOptions(field('Kind'), 'donations')
  await user.type(field('Text'), 'Give')
  await user.type(field('Address'), 'https://example.org/give')
  await user.click(screen.getByRole('radio', { name: 'By invitation' }))
  const links = [{ kind: 'donations', label: 'Give', url: 'https://example.org/give' }] as const
  const saved = { ...settings, ...look, joining: 'invitation' as const, links: [...links], version: 3 }
  server.respond(communityCalls.saveCommunitySettings, { ...saved, undoUntil: '2026-11-22T18:00:00.000Z' })
  await user.click(button('Save settings'))
  expect(server.calls.at(-1)?.body).toEqual({ version: 2, joining: 'invitation', links })
  server.respond(communityCalls.undoCommunitySettings, { ...settings, ...look, version: 4 })
  await user.click(await screen.findByRole('button', { name: 'Undo the last change' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Everyone' }).checked).toBe(true),
  )
  expect(server.calls.at(-1)?.body).toEqual({ version: 3 })
  expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull()
})

test('[COM-17] a legal notice is offered once someone is responsible, and needs no text or address', async () => {
  const user = await show('joining')
  await user.click(button('Add a link'))
  const kinds = () => within(field('Kind')).getAllByRole('option')
  expect(kinds().map(({ textContent }) => textContent)).not.toContainEqual(
    expect.stringContaining('Legal notice'),
  )
  onTestFinished(() => setCommunity(testCommunity))
  act(() => setCommunity({ ...testCommunity, hasLegalNotice: true }))
  await user.selectOptions(field('Kind'), 'legal-notice')
  expect(screen.queryByLabelText('Address')).toBeNull()
  server.respond(communityCalls.saveCommunitySettings, settings)
  await user.click(button('Save settings'))
  const links = [{ kind: 'legal-notice', label: '', url: '' }]
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ links })
})

test('[COM-01, COM-18] each setting shows in the part that saves it', async () => {
  const shown = async (part: CommunityPart, read: typeof settings) => {
    server.respond(communityCalls.communitySettings, read)
    await show(part)
    const form = screen.getByRole('form', { name: 'Community' })
    const controls = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    const state = [controls.map(({ value, checked }) => [value, checked]), form.textContent]
    cleanup()
    return JSON.stringify(state)
  }
  const before = new Map<CommunityPart | undefined, string>()
  for (const part of communityParts.filter((each) => each !== 'texts'))
    before.set(part, await shown(part, settings))
  const missing: string[] = []
  for (const name of communitySettingNames) {
    const typed = { [name]: otherSettings[name] }
    const part = communityParts.find((each) => name in typedIn(each, settings, { ...noDraft, typed }))
    if (!part || (await shown(part, { ...settings, ...typed })) === before.get(part)) missing.push(name)
  }
  expect(missing).toEqual([])
})

test('[COM-07] rhythm, new schedules, the room’s energy and the days of chat have a sentence each', async () => {
  const sentences = {
    rhythm: [
      ['Several sittings a day', /^A date can have up to eight meditations/],
      [/together/, /^A bell at this time/],
    ],
    care: [
      ['Show the room’s energy from … people', /^From 5 to 50\. With fewer, nothing is shown\.$/],
      ['Days of chat', /^From 30 to 90\. Older messages are deleted within a day\.$/],
    ],
  } as const
  for (const part of ['rhythm', 'care'] as const) {
    await show(part)
    for (const [label, sentence] of sentences[part]) {
      const described = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
      const texts = described.map((id) => document.getElementById(id)?.textContent ?? '')
      expect(texts).toContainEqual(expect.stringMatching(sentence))
    }
    cleanup()
  }
})

test('[COM-01] a refused save leads to its first invalid field, each time', async () => {
  const user = await show('care')
  const issues = [{ path: 'chatDays', message: 'A whole number from 30 to 90.' }]
  for (let attempt = 0; attempt < 2; attempt += 1) {
    server.failWith(communityCalls.saveCommunitySettings, 'invalid', { issues })
    await user.click(button('Save settings'))
    await waitFor(() => expect(document.activeElement).toBe(field('Days of chat')))
  }
})

test('[SCH-36] the time of new schedules is shown by the viewer’s clock, too', async () => {
  await show('rhythm')
  expect(screen.getByText('At 12:00 AM, it is open all day.')).toBeTruthy()
  fireEvent.change(field('Time'), { target: { value: '19:00' } })
  expect(
    screen.getByText(/^Chicago time: 7:00 PM \(1:00 AM where you are\)\. At 12:00 AM, it is open/),
  ).toBeTruthy()
  fireEvent.change(field('Time'), { target: { value: '' } })
  expect(screen.getByText('At 12:00 AM, it is open all day.')).toBeTruthy()
  cleanup()
  setBrowserZone('America/Chicago')
  await show('rhythm')
  fireEvent.change(field('Time'), { target: { value: '19:00' } })
  expect(screen.getByText('At 12:00 AM, it is open all day.')).toBeTruthy()
})

test('[COM-01] a logo is saved at once and leaves typed text alone; a file that is none says so', async () => {
  const user = await show('name')
  await user.type(field('Name of the community'), ' here')
  const file = new File(['GIF89a'], 'logo.gif', { type: 'image/gif' })
  server.failWith(communityCalls.saveLogo, 'invalid', {
    issues: [{ path: 'logo', message: 'This picture can’t be read.' }],
  })
  await user.upload(field('Logo file'), file)
  expect(await screen.findByText('This picture can’t be read.')).toBeTruthy()
  const logo = '/media/logo/1/logo.png'
  server.respond(communityCalls.saveLogo, { ...settings, version: 2, logo })
  await user.upload(field('Logo file'), file)
  expect(await screen.findByAltText('The logo on dark')).toBeTruthy()
  expect(field('Name of the community').value).toBe('Stillwater here')
  server.respond(communityCalls.deleteLogo, { ...settings, version: 3 })
  await user.click(button('Remove the logo'))
  await waitFor(() => expect(screen.queryByAltText('The logo on dark')).toBeNull())
})
