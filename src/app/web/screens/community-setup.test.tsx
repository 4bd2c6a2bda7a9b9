// The six steps of a new community: their ticks, and what one press of them does.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { communityCalls, zoneAdminCalls } from '#features/community/contract.ts'
import { operatorPlaceholders } from '#features/legal/pages.ts'
import { totalsCalls } from '#features/members/contract.ts'
import { schedulesCalls, type Schedule } from '#features/schedules/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { sampleSilences } from '#features/templates/sample-silences.ts'
import { sampleTemplate } from '#features/templates/sample-template.ts'
import type { SentTemplate } from '#features/templates/template-content.ts'
import { addDays } from '#shared/day.ts'
import { testDays, testEras } from '#test/community-days.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { buildSchedule, buildTemplate } from '#test/sittings/schedules.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setZoneEras } from '#web/community-days.ts'
import { pageCommunity, setCommunity } from '#web/community.ts'
import { clearDrafts } from '#web/drafts.ts'
import { createQueryClient } from '#web/query-client.ts'
import { CommunitySetup } from './community-setup.tsx'

interface Community {
  templates?: SentTemplate[]
  schedules?: Schedule[]
  members?: number
  legalText?: string
}

const today = testDays.dayOf(Date.now())
const sentence = 'Check back tomorrow or contact an admin.'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(communityCalls.communitySettings, testSettings)
})
afterEach(clearDrafts)

function show({
  templates = [],
  schedules = [],
  members = 1,
  legalText = operatorPlaceholders.de,
}: Community) {
  server.respond(templatesCalls.templates, templates)
  server.respond(schedulesCalls.schedules, schedules)
  const totals = { totalMinutes: 0, dailyAverage: 0, monthlyTotal: 0, topUsers: [] }
  server.respond(totalsCalls.totals, { ...totals, totalUsers: members })
  const client = createQueryClient()
  for (const name of ['privacy', 'terms']) client.setQueryData(['pages', name], legalText)
  renderWithRouter(<CommunitySetup otherwise={<p>{sentence}</p>} />, { client })
  return setUpUser()
}

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Set up your community' })).getAllByRole('listitem')
/** Of the steps after those of zone and language. */
const ticks = async () => (await steps()).slice(2).map((step) => step.textContent.includes(', done'))

it('[MED-48] an empty community has its steps to do; the sample is added with one press', async () => {
  const user = show({})
  expect(await ticks()).toEqual([false, false, false, false])
  expect(screen.queryByText(sentence)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule 7 days' }).disabled).toBe(true)
  const sample = { ...buildTemplate(1, sampleTemplate().title), duration: 3, mediaSeconds: 168 }
  server.respond(templatesCalls.createTemplate, sample)
  server.respond(templatesCalls.templates, [sample])
  await user.click(screen.getByRole('button', { name: 'Use the sample' }))
  await waitFor(async () => expect(await ticks()).toEqual([true, false, false, false]))
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual(sampleTemplate())
})

it('[SEQ-08, MED-48] a silence is added in place of the sample, once for two presses', async () => {
  const user = show({})
  await steps()
  const silence = sampleSilences(pageCommunity().name)[0]
  const added = buildTemplate(1, silence.title)
  const respond = server.respondLater(templatesCalls.createTemplate, added)
  const button = screen.getByRole('button', { name: 'or sit in silence' })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  await user.click(button)
  server.respond(templatesCalls.templates, [added])
  respond()
  await waitFor(async () => expect(await ticks()).toEqual([true, false, false, false]))
  const sent = server.calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => body)).toEqual([silence])
})

it('[MED-48] the week is scheduled with the first template, from the dialog that fills empty days', async () => {
  const user = show({ templates: [{ ...buildTemplate(1, 'Rain'), mediaSeconds: 600 }] })
  await steps()
  await user.click(screen.getByRole('button', { name: 'Schedule 7 days' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill empty days' }))
  server.respond(schedulesCalls.scheduleDays, { rows: 7 })
  server.respond(schedulesCalls.schedules, [buildSchedule(today)])
  await user.click(await dialog.findByRole('button', { name: 'Fill 7 days' }))
  await waitFor(async () => expect(await ticks()).toEqual([true, true, false, false]))
  const body = server.calls.findLast(({ method }) => method === 'POST')?.body
  const days = Array.from({ length: 7 }, (_, index) => ({ date: addDays(today, index) }))
  expect(body).toMatchObject({ days })
})

it('[MED-48] own legal texts, and the first person who joined, tick their steps', async () => {
  show({ legalText: '# Privacy\n\nOurs.', members: 2 })
  expect(await ticks()).toEqual([false, false, true, true])
  const people = (await steps()).at(-1)
  expect(people?.textContent).toContain('1 person joined')
  expect(within(people as HTMLElement).queryAllByRole('link')).toEqual([])
})

it('[USR-34] people are brought by three doors, each a part of Users', async () => {
  show({})
  const people = within((await steps()).at(-1) as HTMLElement)
  expect(people.getByText('No one has joined yet')).toBeTruthy()
  const links = people.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Make an invitation link', '/admin#users/invite'],
    ['Invite a list of addresses', '/admin#users/invite-list'],
    ['Hang up a poster', '/admin#users/invite-poster'],
  ])
})

it('[MED-48, MED-09] when nothing is left, the day has its sentence', async () => {
  show({
    templates: [buildTemplate(1, 'Rain')],
    schedules: [buildSchedule(addDays(today, 1))],
    legalText: 'Ours.',
    members: 2,
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

it('[COM-05] [MED-48] the browser’s zone becomes the community’s with one press', async () => {
  onTestFinished(() => setZoneEras(testEras))
  onTestFinished(() => void vi.restoreAllMocks())
  // Its earlier name, which Chromium reports.
  setBrowserZone('Asia/Calcutta')
  const user = show({})
  const [first] = await steps()
  expect(first?.textContent).toContain(', to do')
  const preview = { version: 3, fromDay: today, startsAtMs: 0, atOnce: true, moved: [], movedCount: 0 }
  server.respond(zoneAdminCalls.previewZone, { ...preview, refused: null })
  const zones = [{ fromDay: '0001-01-01', zone: 'Asia/Kolkata' }]
  server.respond(zoneAdminCalls.saveZone, { version: 4, zone: 'Asia/Kolkata', zones })
  await user.click(screen.getByRole('button', { name: 'Use Kolkata time' }))
  await waitFor(async () => expect((await steps())[0]?.textContent).toContain(', done'))
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    zone: 'Asia/Kolkata',
    version: 3,
  })
})

it('[LANG-03] [MED-48] the language of the page becomes the community’s with one press', async () => {
  const community = pageCommunity()
  onTestFinished(() => setCommunity(community))
  setCommunity({ ...community, language: 'de' })
  server.respond(communityCalls.communitySettings, { ...testSettings, language: 'de' })
  const user = show({})
  const language = async () => (await steps())[1]?.textContent
  expect(await language()).toContain(', to do')
  server.respond(communityCalls.saveCommunitySettings, { ...testSettings, language: 'en' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Use English' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
  await waitFor(async () => expect(await language()).toContain(', done'))
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: testSettings.version,
    language: 'en',
  })
})

it('[COM-05] no zone is proposed in a browser that doesn’t know its own', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  setBrowserZone(undefined)
  show({})
  expect((await steps())[0]?.textContent).toContain(', done')
})
