// Route guards: which roles wait, get access, or are redirected, and where to.
import { makeInvite, setJoining } from '#test/data/invites.ts'
import { expect, test } from '../app.ts'
import { shell } from '../pages/shell.ts'

/** Those of newer browsers than the oldest supported ones. */
function removeNewerInterfaces(): void {
  const newer: [object, string[]][] = [
    [URL, ['canParse', 'parse']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [AbortSignal, ['any']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
      ['map', 'filter', 'take', 'toArray'],
    ],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('[SHELL-46, T86] an invitation opens /auth in a browser without newer interfaces; no request but the page itself has its code', async ({
  app,
  page,
  expectConsole,
}) => {
  await setJoining(app, 'invitation')
  const { code } = await makeInvite(app)
  await page.addInitScript(removeNewerInterfaces)
  const urls: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) urls.push(request.url())
  })
  await page.goto(`/settings?invite=${code}?utm_source=Email`)
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Your invitation is valid. Come in.')).toBeVisible()
  expect(urls).toContain(`${app.url}/api/referral/validate`)
  expect(urls.filter((url) => url.includes(code))).toEqual([])

  // That a violation of the policy is an error in the console, which fails a test (T31).
  expectConsole(/style-src/)
  const reported = page.waitForEvent('console', (message) => message.text().startsWith('policy: style-src'))
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  expect((await reported).type()).toBe('error')
})

test('[SHELL-05] /admin redirects a member to /meditation, with one toast @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const visited: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    // The router stores its own key in the first history entry; that isn't a redirect.
    if (pathname !== visited.at(-1)) visited.push(pathname)
  })
  await page.goto('/admin')
  await expect(shell(page).toast).toContainText('Access Denied')
  await expect(shell(page).toast).toContainText("You don't have permission to access the admin panel.")
  await expect(page.getByRole('heading', { name: 'No Meditation Today' })).toBeVisible()
  expect(visited).toEqual(['/admin', '/meditation'])
})

test('[SHELL-08] /garden-angel admits garden angels and administrators, and redirects others to / @full', async ({
  page,
  signInAs,
}) => {
  const heading = page.getByRole('heading', { name: 'Gardian Angel Dashboard' })
  for (const role of ['gail', 'ada'] as const) {
    await signInAs(role)
    await page.goto('/garden-angel')
    await expect(heading).toBeVisible()
  }
  await signInAs('mia')
  await page.goto('/garden-angel')
  await expect(page.getByRole('heading', { name: 'No Meditation Today' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(heading).toHaveCount(0)
})

test('a screen requested offline loads when the connection is back @full', async ({
  page,
  context,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await signInAs('mia')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Energy Tracker' }).click()
  await expect(page.getByText('offline', { exact: false }).first()).toBeVisible()
  await expect(page).toHaveURL(/mood-analytics/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Energy Analytics' })).toBeVisible()
})
