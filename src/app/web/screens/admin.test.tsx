// The administrators' tabs on a whole page: the open tab and the address follow each other.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activityCalls } from '#features/activity/contract.ts'
import { authCalls } from '#features/auth/contract.ts'
import { communityCalls } from '#features/community/contract.ts'
import { hostsCalls } from '#features/hosts/contract.ts'
import { inviteBatchesCalls } from '#features/invite-batches/contract.ts'
import { invitesCalls } from '#features/invites/contract.ts'
import { legalCalls } from '#features/legal/contract.ts'
import { mailingsCalls } from '#features/mailings/contract.ts'
import { membersCalls, totalsCalls, type Member } from '#features/members/contract.ts'
import { oversightCalls } from '#features/moderation/cases-contract.ts'
import { addressBansCalls } from '#features/moderation/contract.ts'
import { openCasesCalls } from '#features/moderation/open-cases-contract.ts'
import { newsCalls } from '#features/news/contract.ts'
import { picturesCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { whatHelpsCalls } from '#features/reflections/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { proposalReviewCalls } from '#features/templates/proposals-contract.ts'
import { turnoutCalls } from '#features/turnout/contract.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { fakeInviteBatch } from '#test/data/fake-invite-batch.ts'
import { fakeAccount, fakeIdentity } from '#test/people/fake-account.ts'
import { fakeMember } from '#test/people/fake-member.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { openApp } from '#test/web/open-app.tsx'
import { setUpUser } from '#test/web/user.ts'

const user = setUpUser()

const ada = fakeAccount({ id: 1, name: 'Ada', isAdmin: true })
const identity = fakeIdentity(ada)
const mia = fakeMember({ id: 42, totalTimeSpent: 12 })

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(authCalls.whoAmI, identity)
  server.respond(authCalls.userByUid, ada)
  server.respond(roomCalls.onlineCount, { count: 3 })
  server.respond(roomCalls.onlineCountOf, { count: 3 })
  server.respond(roomCalls.onlineUsers, [])
  server.respond(templatesCalls.templates, [])
  server.respond(proposalReviewCalls.waitingProposals, { proposals: [] })
  server.respond(schedulesCalls.schedules, [])
  server.respond(sittingsCalls.sittings, [])
  server.respond(hostsCalls.freedSittings, [])
  server.respond(turnoutCalls.turnouts, [])
  server.respondPage(membersCalls.members, [mia], { total: 1, page: 1 })
  server.respond(addressBansCalls.addressBans, [])
  server.respond(inviteBatchesCalls.inviteBatches, { batches: [], blocked: null })
  server.respond(inviteBatchesCalls.inviteBatchNames, { batches: [] })
  server.respond(totalsCalls.recentDays, [])
  server.respond(totalsCalls.totals, {
    totalUsers: 1,
    totalMinutes: 0,
    dailyAverage: 0,
    monthlyTotal: 0,
    topUsers: [],
  })
  server.respond(whatHelpsCalls.whatHelps, { templates: [], teachers: [], hours: [], weekdays: [] })
  server.respond(picturesCalls.managedPictures, [])
  server.respond(newsCalls.adminNews, { news: [], readers: 0, unconfirmed: 0 })
  server.respond(communityCalls.communitySettings, testSettings)
  server.respond(invitesCalls.invites, { invites: [] })
  server.respond(legalCalls.legalTexts, { texts: [], chatDays: 90, processors: '', members: 1 })
  server.respond(activityCalls.activity, { activities: [], hasMore: false, groups: [], actors: [] })
  server.respond(referralsCalls.flags, { flags: [] })
  server.respond(openCasesCalls.openCases, { openCases: 0 })
  server.respond(oversightCalls.oversight, {
    openCases: 0,
    oldestAt: null,
    medianMinutes: null,
    undoneShare: null,
    moderators: [],
    unseenBans: [],
  })
  server.respond(mailingsCalls.waitingMails, { waiting: 0, oldest: null, perSecond: 5 })
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function open(path: string) {
  const { history } = openApp(path).router
  return { address: () => history.location.href, entries: () => history.length, back: () => history.back() }
}

const tab = (name: string) => screen.findByRole('tab', { name, selected: true })

it('[TPL-01] Templates opens first; the address names the tab, and Back returns to the previous one @full', async () => {
  const reads = [
    ['Dashboard', 'dashboard', referralsCalls.flags],
    ['Templates', 'templates', templatesCalls.templates],
    ['Schedules', 'schedules', schedulesCalls.schedules],
    ['Users', 'users', membersCalls.members],
    ['Analytics', 'analytics', totalsCalls.totals],
    ['What Helps', 'what-helps', whatHelpsCalls.whatHelps],
    ['Profile Pictures', 'profile-pictures', picturesCalls.managedPictures],
    ['News', 'news', newsCalls.adminNews],
    ['Community', 'community', communityCalls.communitySettings],
    ['Activity', 'activity', activityCalls.activity],
  ] as const
  const { address, entries, back } = open('/admin')
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy()
  expect(await tab('Templates')).toBeTruthy()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((one) => one.textContent)).toEqual(reads.map(([name]) => name))
  await waitFor(() => expect(server.count(templatesCalls.templates)).toBe(1))
  expect(server.count(membersCalls.members)).toBe(0)
  for (const [index, [, hash, read]] of reads.entries()) {
    const before = server.count(read)
    await user.click(tabs[index] ?? document.body)
    expect(tabs[index]?.getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(address()).toBe(`/admin#${hash}`))
    await waitFor(() => expect(server.count(read)).toBeGreaterThan(before))
  }
  // Each tab adds a history entry; pressing the open one adds none.
  expect(entries()).toBe(reads.length + 1)
  await user.click(tabs.at(-1) ?? document.body)
  expect(entries()).toBe(reads.length + 1)
  back()
  await waitFor(() => expect(tabs.at(-2)?.getAttribute('aria-selected')).toBe('true'))
  expect(address()).toBe('/admin#community')
})

it.each([
  ['/admin#activity', 'Activity'],
  ['/admin#profile-pictures', 'Profile Pictures'],
  ['/admin#nothing-of-ours', 'Templates'],
  ['/admin#nothing-of-ours/care', 'Templates'],
  ['/admin#community', 'Name'],
  ['/admin#community/care', 'Care'],
  ['/admin#community/nothing-of-ours', 'Name'],
])('[TPL-01, COM-18] %s opens %s', async (address, name) => {
  open(address)
  expect(await tab(name)).toBeTruthy()
})

it('[TPL-01] Back shows the selected tab, though the router scrolls the row as it was before', async () => {
  const { address, back } = open('/admin#templates')
  const row = (await tab('Templates')).parentElement as HTMLElement
  const places = [...row.children]
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const place = places.indexOf(this)
    return place < 0 ? new DOMRect(0, 0, 300, 44) : new DOMRect(place * 100 - row.scrollLeft, 0, 100, 44)
  })
  await user.click(screen.getByRole('tab', { name: 'Activity' }))
  await waitFor(() => expect(address()).toBe('/admin#activity'))
  expect(row.scrollLeft).toBe(800)
  fireEvent.scroll(row)
  back()
  await tab('Templates')
  await waitFor(() => expect(address()).toBe('/admin#templates'))
  await waitFor(() => expect(row.scrollLeft).toBe(0))
})

it('[COM-18] the address names the open part of Community, and Back returns to the previous one', async () => {
  const { address, back } = open('/admin#community')
  await user.click(await screen.findByRole('tab', { name: 'Rhythm' }))
  await waitFor(() => expect(address()).toBe('/admin#community/rhythm'))
  expect(await screen.findByLabelText('Several sittings a day')).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(address()).toBe('/admin#community/texts'))
  expect(document.activeElement).toBe(await tab('Texts'))
  back()
  expect(await tab('Rhythm')).toBeTruthy()
  back()
  expect(await tab('Name')).toBeTruthy()
  expect(address()).toBe('/admin#community')
})

it('[COM-06] Invite on Users unfolds the invitations', async () => {
  open('/admin#users')
  await user.click(await screen.findByRole('button', { name: 'Invite', expanded: false }))
  expect(await screen.findByText('No invitations yet.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('People'))
  await user.click(screen.getByRole('button', { name: 'Invite', expanded: true }))
  expect(screen.queryByText('No invitations yet.')).toBeNull()
})

it('[USR-05] selectedUser opens the member’s page, and is removed when another tab is selected', async () => {
  const { address } = open('/admin?selectedUser=42#users')
  expect(await tab('Users')).toBeTruthy()
  await waitFor(() => expect(server.calls.some(({ path }) => path.includes('around=42'))).toBe(true))
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  await waitFor(() => expect(address()).toBe('/admin#analytics'))
  await user.click(screen.getByRole('tab', { name: 'Users' }))
  await waitFor(() => expect(address()).toBe('/admin#users'))
})

it('[USR-32] the filter of the users is in the address, which Back and a reload follow', async () => {
  const { address, back } = open('/admin?role=garden-angel&unseenDays=7&inviteBatch=7#users')
  expect(await tab('Users')).toBeTruthy()
  const role = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' })
  const queries = () => server.calls.map(({ path }) => path).filter((path) => path.includes('/users?'))
  await waitFor(() => expect(queries().at(-1)).toContain('role=garden-angel&inviteBatch=7'))
  // Not one of the choices.
  expect(queries().at(-1)).not.toContain('unseenDays')
  await user.selectOptions(role(), 'Admin')
  await waitFor(() => expect(address()).toBe('/admin?role=admin&inviteBatch=7#users'))
  await waitFor(() => expect(queries().at(-1)).toContain('role=admin'))
  back()
  await waitFor(() => expect(role().value).toBe('garden-angel'))
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  await waitFor(() => expect(address()).toBe('/admin#analytics'))
})

it('[USR-31] a list of people leads to the users who joined by it; once it is deleted they are read again', async () => {
  const { address } = open('/admin?role=admin#users/invite')
  server.respond(inviteBatchesCalls.inviteBatches, { batches: [fakeInviteBatch], blocked: null })
  server.respond(inviteBatchesCalls.inviteBatchNames, { batches: [fakeInviteBatch] })
  await user.click(await screen.findByRole('button', { name: /^Show who joined/ }))
  await waitFor(() => expect(address()).toBe('/admin?inviteBatch=7#users/invite'))
  const invite = screen.getByRole('button', { name: 'Invite' })
  expect(invite.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Users' }))
  await user.click(invite)
  await user.click(await screen.findByRole('button', { name: /^Delete Nov/ }))
  server.respond(inviteBatchesCalls.deleteInviteBatch, { success: true })
  server.respond(inviteBatchesCalls.inviteBatches, { batches: [], blocked: null })
  server.respond(inviteBatchesCalls.inviteBatchNames, { batches: [] })
  server.respondPage(membersCalls.members, [], { total: 0 })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { name: 'No Users Found' })).toBeTruthy()
  expect(await screen.findByRole('option', { name: 'Unknown list', selected: true })).toBeTruthy()
})

it.each(['users/invite', 'users/invite-list'])('[USR-34] #%s opens the invitations', async (hash) => {
  open(`/admin#${hash}`)
  expect(await tab('Users')).toBeTruthy()
  expect(await screen.findByText('No invitations yet.')).toBeTruthy()
})

it.each(['0', '1.5', 'mia', '99999999999', ''])('[USR-05] a selectedUser of %j is ignored', async (value) => {
  open(`/admin?selectedUser=${value}#users`)
  expect(await tab('Users')).toBeTruthy()
  await waitFor(() => expect(server.count(membersCalls.members)).toBeGreaterThan(0))
  expect(server.calls.some(({ path }) => path.includes('around'))).toBe(false)
})

it('[USR-07] an administrator’s edit of themselves shows in the top bar @full', async () => {
  const own = fakeMember({ id: ada.id, name: ada.name, email: ada.email, isAdmin: true })
  server.respondPage(membersCalls.members, [own, mia], { total: 2, page: 1 })
  server.respond(membersCalls.updateMember, mia)
  // A dialog takes pointer events one render after it appears.
  const user = setUpUser()
  open('/admin#users')
  const rename = async (member: Member) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${member.name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit User' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Newman')
    await user.click(screen.getByRole('button', { name: 'Save user' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await rename(mia)
  expect(server.count(authCalls.userByUid)).toBe(1)
  server.respond(authCalls.userByUid, { ...ada, name: 'Ada Newman' })
  await rename(own)
  await waitFor(() => expect(server.count(authCalls.userByUid)).toBe(2))
  await user.click(await screen.findByRole('button', { name: 'Your account' }))
  expect(await screen.findByText('Ada Newman')).toBeTruthy()
})
