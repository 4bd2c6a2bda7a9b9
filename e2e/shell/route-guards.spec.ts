// Route guards: which roles wait, get access, or are redirected, and where to.
import { expect, test } from '../app.ts'
import { shell } from '../pages/shell.ts'

test('[SHELL-46, AUTH-43] a browser without newer interfaces follows a link to a screen', async ({
  page,
}) => {
  await page.addInitScript(() => {
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
  })
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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

test('[SHELL-09, SHELL-10] / shows the meditation, and an unknown path the 404 page', async ({
  page,
  meditation,
  signInAs,
}) => {
  await meditation({ title: 'Morning light on still water' })
  await signInAs('mia')
  for (const path of ['/', '/meditation']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
    await expect(shell(page).bar.getByRole('link', { name: 'Meditation' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
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
