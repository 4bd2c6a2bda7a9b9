// Moderators' cases on the page: the queue, a case with its claim, its decision, and its undo.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { moderationErrors } from '#features/moderation/errors.ts'
import { msToTimestamp } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { passTime } from '#test/web/passing-time.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { publishMemberConnection, publishMemberMessage } from '#web/live/member-messages.ts'
import { serverNow } from '#web/server-clock.ts'
import { toastStore } from '#web/toast-store.ts'
import { casesCalls, type Case, type Decision } from '../../cases-contract.ts'
import { openCasesCalls } from '../../open-cases-contract.ts'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { OpenCases } from './open-cases.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(casesCalls.cases, { cases: [] })
  server.respond(casesCalls.releaseCase, { success: true })
  server.respond(casesCalls.reasons, {
    reasons: [
      { id: 'unkind', text: 'It was unkind.' },
      { id: 'selling', text: 'It was trying to sell something.' },
    ],
  })
})

const ago = (minutes: number) => msToTimestamp(serverNow() - minutes * minuteMs)
const gail = { id: 7, isAdmin: false }
const mo = { id: 3, name: 'Mo Member', profilePicture: null }

const decision = (fields: Partial<Decision> = {}): Decision => ({
  action: 'remove',
  reason: 'It was unkind.',
  sentence: '',
  minutes: null,
  by: { id: 8, name: 'Ben Brook' },
  decidedAt: ago(2),
  undoneAt: null,
  undoneBy: null,
  mayBeUndone: true,
  ...fields,
})

function makeCase(fields: Partial<Case> = {}): Case {
  return {
    id: 12,
    version: 1,
    createdAt: ago(12.5),
    member: mo,
    message: { id: 40, text: 'Buy my crystals', sentAt: ago(20), isDeleted: false, isFolded: false },
    reports: [
      { id: 1, reporter: { id: 5, name: 'Mia' }, reason: 'selling', note: 'Again.', createdAt: ago(12) },
      { id: 2, reporter: { id: 6, name: 'Ada' }, reason: 'unkind', note: '', createdAt: ago(11) },
      { id: 3, reporter: null, reason: 'selling', note: '', createdAt: ago(10) },
    ],
    claim: null,
    decision: null,
    ...fields,
  }
}

function opened(
  shown: Case = makeCase(),
  record: Partial<NonNullable<ResponseOf<typeof casesCalls.caseById>['record']>> = {},
): ResponseOf<typeof casesCalls.caseById> {
  const spoken = { sentAt: ago(21), isDeleted: false, by: { id: 5, name: 'Mia' } }
  return {
    case: shown,
    before: [{ id: 39, text: 'What came before', ...spoken }],
    after: [{ id: 41, text: 'What came after', ...spoken }],
    record: {
      member: mo,
      mute: null,
      obstacles: { mute: null, ban: null },
      cases: [
        { id: 12, createdAt: ago(12), decision: null },
        { id: 4, createdAt: ago(9_000), decision: decision({ action: 'mute', minutes: 60 }) },
      ],
      messages: [{ id: 30, text: 'Said some days ago', sentAt: ago(8_000), isDeleted: true }],
      notes: [],
      ...record,
    },
  }
}

const taken = { by: { id: 8, name: 'Ben Brook' }, untilAt: msToTimestamp(serverNow() + 9 * minuteMs) }
const articles = async () =>
  (await screen.findAllByRole('article')).map(({ textContent }) => textContent ?? '')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const changed = () => act(() => publishMemberMessage({ type: 'cases-updated' }))

describe('the queue', () => {
  it('[MOD-03] shows open cases as the server orders them: how long they wait, the reasons, the reports', async () => {
    const respond = server.respondLater(casesCalls.cases, {
      cases: [
        makeCase(),
        makeCase({
          id: 13,
          createdAt: ago(130),
          claim: taken,
          reports: [{ id: 4, reporter: null, reason: 'worrying', note: '', createdAt: ago(130) }],
        }),
      ],
    })
    renderWithRouter(<CaseList moderatorId={gail.id} />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading the cases')
    respond()
    const [first = '', second = ''] = await articles()
    expect(first).toContain('Mo Memberwaiting for 12 minutes')
    expect(first).toContain('Buy my crystalsSpam or selling · Unkind · 3 reports')
    expect(first).not.toMatch(/is looking at this|is worried/)
    expect(second).toContain('waiting for 2 hoursSomeone is worried about this person')
    expect(second).toContain('Ben Brook is looking at this')
    expect(screen.getByRole('radio', { name: 'Open (2)' })).toHaveProperty('checked', true)
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/#12')
  })

  it('[MOD-03] says that nothing waits, or that it failed, and reads again', async () => {
    server.failConnection(casesCalls.cases)
    renderWithRouter(<CaseList moderatorId={gail.id} />)
    expect((await screen.findByRole('alert')).textContent).toContain('The cases didn’t load')
    server.respond(casesCalls.cases, { cases: [] })
    await setUpUser().click(await button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Nothing is waiting' })).toBeTruthy()
  })

  it('[MOD-03] the bar counts open cases, nothing without one, and reads again when they change', async () => {
    server.respond(openCasesCalls.openCases, { openCases: 0 })
    renderWithRouter(<OpenCases />)
    await waitFor(() => expect(server.count(openCasesCalls.openCases)).toBe(1))
    expect(screen.queryByRole('link')).toBeNull()
    server.respond(openCasesCalls.openCases, { openCases: 1 })
    changed()
    expect(await screen.findByRole('link', { name: '1 open case' })).toBeTruthy()
    act(() => publishMemberMessage({ type: 'news-changed' }))
    expect(server.count(openCasesCalls.openCases)).toBe(2)
    server.respond(openCasesCalls.openCases, { openCases: 2 })
    act(publishMemberConnection)
    expect(await screen.findByRole('link', { name: '2 open cases' })).toBeTruthy()
  })
})

describe('a case', () => {
  const show = (moderator = gail) =>
    renderWithRouter(
      <>
        <OpenCases />
        <CaseView id={12} moderator={moderator} />
      </>,
    )

  it('[MOD-03, MOD-16] shows what was said around its message, who reported it and why, and its member’s record', async () => {
    server.respond(casesCalls.caseById, opened())
    server.respond(casesCalls.claimCase, makeCase())
    show()
    expect(await screen.findByRole('heading', { name: 'A message by Mo Member' })).toBeTruthy()
    const said = screen.getByRole('region', { name: 'What was said' })
    expect(
      within(said)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('What came before'),
      expect.stringContaining('Buy my crystals'),
      expect.stringContaining('What came after'),
    ])
    const reports = within(screen.getByRole('region', { name: 'Reports' })).getAllByRole('listitem')
    expect(reports[0]?.textContent).toMatch(/^Mia.*Spam or sellingAgain\.$/)
    expect(reports[2]?.textContent).toMatch(/^Former member/)
    const record = screen.getByRole('complementary', { name: 'About Mo Member' })
    const others = within(within(record).getByRole('region', { name: 'Other cases' })).getAllByRole('link')
    expect(others.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Muted for 1 hour/)])
    expect(record.textContent).toContain('No longer shownSaid some days ago')
  })

  it('[MOD-16] what was said has its date where its day begins', async () => {
    const said = (id: number, sentAt: string) => ({
      id,
      text: `Line ${id}`,
      sentAt,
      isDeleted: false,
      by: { id: 5, name: 'Mia' },
    })
    const message = { id: 40, text: 'Line 40', isDeleted: false, isFolded: false }
    server.respond(casesCalls.caseById, {
      ...opened(makeCase({ message: { ...message, sentAt: '2026-11-21T15:01:00.000Z' } })),
      before: [said(38, '2026-11-20T15:00:00.000Z'), said(39, '2026-11-21T15:00:00.000Z')],
      after: [said(41, '2026-11-21T15:02:00.000Z')],
    })
    server.respond(casesCalls.claimCase, makeCase())
    show()
    const lines = within(await screen.findByRole('region', { name: 'What was said' })).getAllByRole(
      'listitem',
    )
    expect(lines.map(({ textContent }) => /\w+ \d+, \d{4}/.test(textContent))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('[MOD-16] a note is added for the other moderators', async () => {
    server.respond(casesCalls.caseById, opened())
    server.respond(casesCalls.claimCase, makeCase())
    show()
    const user = setUpUser()
    await user.type(await screen.findByRole('textbox', { name: 'A new note' }), 'We have spoken.')
    const note = { id: 1, text: 'We have spoken.', by: { id: 7, name: 'Gail' }, createdAt: ago(0) }
    const { record } = opened(makeCase(), { notes: [note] })
    if (record) server.respond(casesCalls.addNote, record)
    server.respond(casesCalls.caseById, opened(makeCase(), { notes: [note] }))
    await user.click(await button('Add the note'))
    expect(await screen.findByText(/^Gail · /)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'A new note' })).toHaveProperty('value', '')
    expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/moderation/members/3/notes',
      body: { text: 'We have spoken.' },
    })
  })

  it('[MOD-04] is claimed with its version, again each minute while it is seen, and given back when left', async () => {
    server.respond(casesCalls.caseById, opened())
    server.respond(casesCalls.claimCase, makeCase())
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show()
    await waitFor(() => expect(server.count(casesCalls.claimCase)).toBe(1))
    expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/api/moderation/cases/12/claim',
      body: { version: 1 },
    })
    passTime(minuteMs - 1_000)
    expect(server.count(casesCalls.claimCase)).toBe(1)
    passTime(1_000)
    await waitFor(() => expect(server.count(casesCalls.claimCase)).toBe(2))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    passTime(3 * minuteMs)
    expect(server.count(casesCalls.claimCase)).toBe(2)
    expect(server.count(casesCalls.releaseCase)).toBe(0)
    visibility.mockRestore()
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(server.count(casesCalls.releaseCase)).toBe(1))
    cleanup()
    expect(server.count(casesCalls.releaseCase)).toBe(1)
    vi.useRealTimers()
  })

  it('[MOD-04] of another moderator is said to be looked at, without a decision, until it is given back', async () => {
    server.respond(casesCalls.caseById, opened(makeCase({ claim: taken })))
    server.respond(casesCalls.claimCase, makeCase())
    show()
    expect(await screen.findByText('Ben Brook is looking at this')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
    expect(server.count(casesCalls.claimCase)).toBe(0)
    server.respond(casesCalls.caseById, opened())
    changed()
    await button('Decide')
    await waitFor(() => expect(server.count(casesCalls.claimCase)).toBe(1))
    cleanup()
    await waitFor(() => expect(server.count(casesCalls.releaseCase)).toBe(1))
  })

  it('[MOD-04] about oneself isn’t decided by oneself, except by an administrator', async () => {
    server.respond(casesCalls.caseById, opened())
    show({ id: mo.id, isAdmin: false })
    expect(await screen.findByText('It is about you: another moderator decides it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
    expect(server.count(casesCalls.claimCase)).toBe(0)
  })
})

describe('a decision', () => {
  async function decide(shown = makeCase(), record: Parameters<typeof opened>[1] = {}) {
    server.respond(casesCalls.caseById, opened(shown, record))
    server.respond(casesCalls.claimCase, shown)
    renderWithRouter(<CaseView id={12} moderator={gail} />)
    const user = setUpUser()
    await user.click(await button('Decide'))
    const dialog = within(await screen.findByRole('dialog'))
    return { user, dialog }
  }
  const sent = () => server.calls.filter(({ method, path }) => method === 'PUT' && path.endsWith('/12'))

  it('[MOD-05] says what happens, and is sent with the reason that was reported most, and a sentence', async () => {
    const { user, dialog } = await decide()
    expect(dialog.getByRole('button', { name: 'Decide' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('radio', { name: 'Mute' }))
    expect(
      dialog.getByText(
        'The message disappears, and Mo Member can’t write in the chat for 1 hour. They are told until when and why.',
      ),
    ).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '24 hours' }))
    expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveProperty('value', 'selling')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'unkind')
    await user.type(dialog.getByRole('textbox', { name: /A sentence of your own/ }), ' Please rest. ')
    const decided = makeCase({ version: 2, decision: decision({ action: 'mute', minutes: 1_440 }) })
    server.respond(casesCalls.decideCase, decided)
    server.respond(casesCalls.caseById, opened(decided))
    await user.click(dialog.getByRole('button', { name: 'Mute for 24 hours' }))
    const shown = await screen.findByRole('region', { name: 'Decision' })
    expect(shown.textContent).toContain('Muted for 24 hours · Ben BrookIt was unkind.')
    expect(sent().map(({ body }) => body)).toEqual([
      { version: 1, action: 'mute', reason: 'unkind', sentence: 'Please rest.', minutes: 1_440 },
    ])
  })

  it('[MOD-05] of nothing to do needs no reason; a ban is for good by choice alone', async () => {
    const { user, dialog } = await decide()
    await user.click(dialog.getByRole('radio', { name: 'Ban' }))
    expect(dialog.getByRole('button', { name: 'Ban for 24 hours' })).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'For good' }))
    expect(dialog.getByRole('button', { name: 'Ban for good' })).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'Nothing to do' }))
    expect(dialog.queryByRole('combobox')).toBeNull()
    server.respond(casesCalls.decideCase, makeCase({ decision: decision({ action: 'none' }) }))
    await user.click(dialog.getByRole('button', { name: 'Nothing to do' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()[0]?.body).toEqual({ version: 1, action: 'none' })
  })

  it('[MOD-05] offers support first where someone worries, without a reason, with a sentence', async () => {
    const worry = { id: 4, reporter: null, reason: 'worrying' as const, note: '', createdAt: ago(9) }
    const { user, dialog } = await decide(makeCase({ reports: [...makeCase().reports, worry] }))
    expect(dialog.getAllByRole('radio')[0]).toBe(dialog.getByRole('radio', { name: 'Offer support' }))
    await user.click(dialog.getByRole('radio', { name: 'Offer support' }))
    expect(
      dialog.getByText(
        /^The message stays, and the report isn’t mentioned[.] Mo Member reads .*: “How are you[?] .*”$/,
      ),
    ).toBeTruthy()
    expect(dialog.queryByRole('combobox')).toBeNull()
    await user.type(dialog.getByRole('textbox', { name: /A sentence of your own/ }), ' Call me any time. ')
    const decided = makeCase({ version: 2, decision: decision({ action: 'support', reason: null }) })
    server.respond(casesCalls.decideCase, decided)
    server.respond(casesCalls.caseById, opened(decided))
    await user.click(dialog.getByRole('button', { name: 'Offer support' }))
    const shown = await screen.findByRole('region', { name: 'Decision' })
    expect(shown.textContent).toContain('Support offered · Ben Brook')
    expect(sent().map(({ body }) => body)).toEqual([
      { version: 1, action: 'support', sentence: 'Call me any time.' },
    ])
  })

  it('[MOD-05] offers no support where no one worries', async () => {
    const { dialog } = await decide()
    expect(dialog.queryByRole('radio', { name: 'Offer support' })).toBeNull()
  })

  it('[MOD-05, MOD-12] offers an administrator the ban of a garden angel but not the mute, and says why', async () => {
    const { dialog } = await decide(makeCase(), { obstacles: { mute: 'garden_angel', ban: null } })
    const mute = dialog.getByRole('radio', { name: /^Mute/ })
    expect(mute).toHaveProperty('disabled', true)
    expect(mute.closest('label')?.textContent).toContain('Mo Member is a garden angel.')
    for (const name of [/^Ban/, 'Remind'])
      expect(dialog.getByRole('radio', { name })).toHaveProperty('disabled', false)
  })

  it('[MOD-04] of a case that another moderator decided meanwhile changes nothing, and shows it as it is', async () => {
    const { user, dialog } = await decide()
    await user.click(dialog.getByRole('radio', { name: 'Remove the message' }))
    server.failWith(casesCalls.decideCase, 'changed_meanwhile')
    server.respond(casesCalls.caseById, opened(makeCase({ version: 2, decision: decision() })))
    await user.click(dialog.getByRole('button', { name: 'Remove the message' }))
    const shown = await screen.findByRole('region', { name: 'Decision' })
    expect(shown.textContent).toContain('Message removed · Ben Brook')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toastStore.records().map(({ title }) => title)).toContain(
      'Someone else has decided in the meantime',
    )
  })

  it('[MOD-04] a sentence that is typed as another moderator decides stays', async () => {
    const { user, dialog } = await decide()
    await user.click(dialog.getByRole('radio', { name: 'Remind' }))
    await user.type(dialog.getByRole('textbox', { name: /A sentence of your own/ }), 'Softly, please.')
    server.respond(casesCalls.caseById, opened(makeCase({ version: 2, decision: decision() })))
    server.failWith(casesCalls.decideCase, 'changed_meanwhile')
    await user.click(dialog.getByRole('button', { name: 'Remind' }))
    const objection = await dialog.findByText(/^Ben Brook has decided in the meantime[.]/)
    expect(objection.closest('[role=alert]')).not.toBeNull()
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Softly, please.')
    expect(dialog.getByRole('button', { name: 'Remind' })).toHaveProperty('disabled', true)
  })

  it('[MOD-04] of a case that another moderator has taken is refused, and says so', async () => {
    const { user, dialog } = await decide()
    await user.click(dialog.getByRole('radio', { name: 'Nothing to do' }))
    server.failWith(casesCalls.decideCase, 'taken')
    server.respond(casesCalls.caseById, opened(makeCase({ claim: taken })))
    await user.click(dialog.getByRole('button', { name: 'Nothing to do' }))
    expect(await screen.findByText('Ben Brook is looking at this')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[MOD-05] too many within an hour says the minutes, and the choice stays', async () => {
    const { user, dialog } = await decide()
    await user.click(dialog.getByRole('radio', { name: 'Nothing to do' }))
    server.failWith(casesCalls.decideCase, 'rate_limited', { message: 'Please try again in 7 minutes.' })
    await user.click(dialog.getByRole('button', { name: 'Nothing to do' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Please try again in 7 minutes.')
    expect(dialog.getByRole('radio', { name: 'Nothing to do' })).toHaveProperty('checked', true)
  })
})

describe('an undo', () => {
  async function showDecided(...cases: Case[]) {
    server.respond(casesCalls.cases, { cases })
    renderWithRouter(<CaseList moderatorId={gail.id} />)
    const user = setUpUser()
    await user.click(await screen.findByRole('radio', { name: 'Decided' }))
    return user
  }

  it('[MOD-09] asks first, says what comes back, and is sent with the version', async () => {
    const user = await showDecided(makeCase({ version: 2, decision: decision() }))
    await user.click(await button('Undo: Message removed, Mo Member'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo “Message removed”?' }))
    expect(dialog.getByText('The message returns to its place. Mo Member is told.')).toBeTruthy()
    expect(server.count(casesCalls.undoDecision)).toBe(0)
    const undone = decision({ undoneAt: ago(0), undoneBy: { id: 7, name: 'Gail' }, mayBeUndone: false })
    server.respond(casesCalls.undoDecision, makeCase({ version: 3, decision: undone }))
    server.respond(casesCalls.cases, { cases: [makeCase({ version: 3, decision: undone })] })
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^Undone by Gail, /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/moderation/cases/12/undo',
      body: { version: 2 },
    })
  })

  it('[MOD-09] isn’t offered where the reader may not, and too late says so', async () => {
    const user = await showDecided(
      makeCase({ version: 2, decision: decision() }),
      makeCase({ id: 13, decision: decision({ action: 'ban', mayBeUndone: false }) }),
    )
    await button('Undo: Message removed, Mo Member')
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
    await user.click(await button('Undo: Message removed, Mo Member'))
    server.failWith(casesCalls.undoDecision, moderationErrors.undo_over)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('alert')).textContent).toBe('A decision can be undone within 24 hours.')
  })
})
