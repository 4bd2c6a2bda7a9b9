// Nodes are killed after they claimed reminders, amid a batch of mails, and while they queue and claim mails of news.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { noNotificationChoices } from '#features/notifications/rules.ts'
import { saveNotificationChoices } from '#features/notifications/server/sql/choices.ts'
import { insertSchedulesIfFree } from '#features/schedules/server/sql.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { insertTemplates } from '#features/templates/server/sql.ts'
import { communityDays } from '#shared/day.ts'
import { startPushService, type PushService } from '#test/fakes/push-service.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/network/smtp-server.ts'
import { nodeName, startCluster, type Cluster } from '#test/nodes/cluster.ts'
import { callNode, loggedErrors } from '#test/nodes/load-test.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'

const members = 40
const what = 'reminders and news of three nodes'
const isMissing = findRedis() === null

/** A zone in which it is about noon, so that no test runs into midnight. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

test.describe(isMissing ? skippedTitle(what) : what, () => {
  test.skip(isMissing)
  test.describe.configure({ timeout: 300_000 })

  let service: PushService
  let smtp: TestSmtpServer
  let community: Cluster
  /** Of the members' devices, in order. */
  let endpoints: string[] = []
  const zone = noonZone()

  test.beforeAll(async () => {
    service = await startPushService()
    smtp = await startSmtpServer()
    community = await startCluster(3, 1 + members, {
      PUSH_TEST_SERVICE: service.origin,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'house@example.org',
      BULK_MAILS_PER_SECOND: '10',
      TIME_ZONE: zone,
    })
    endpoints = await chooseForAll()
  })
  test.afterAll(async () => {
    await community?.close()
    await smtp?.close()
    await service?.close()
  })

  test('[REM-04] [REM-12] [REM-13] killed between claim and send, and amid a batch: each member gets one notification, no mail twice, and at most one is lost @full', async () => {
    const { guests, nodes } = community
    const sittingId = await startSitting()
    const received = () => service.received.map(({ browser }) => browser.endpoint).toSorted()

    // Killed at a claim, just before the requests.
    const claiming = await killWaitingFor('sitting_notifications')
    expect(received()).toEqual([])
    expect(await countNotifications(sittingId)).toEqual([])
    await expect.poll(received, { timeout: 90_000 }).toEqual(endpoints)
    const allSent = [{ kind: 'ten-minutes', claimed: members, sent: members }]
    await expect.poll(() => countNotifications(sittingId)).toEqual(allSent)
    await nodes[claiming]?.start()

    const cancel = `POST /api/sittings/${sittingId}/cancel` as const
    expect((await callNode(nodes[0]!, cancel, guests[0]!, { note: '' })).status).toBe(200)
    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBeGreaterThan(5)
    // Each mail gets an unsubscribe link before it is on its way.
    const sending = await killWaitingFor('unsubscribe_tokens')
    const beforeKill = smtp.received.length
    await nodes[sending]?.start()
    await expect.poll(() => smtp.received.length, { timeout: 90_000 }).toBeGreaterThan(beforeKill)
    // On its way: the mail server has it, and its node doesn't know.
    smtp.delays.push(new Promise(() => {}))
    await expect.poll(() => smtp.delays.length).toBe(0)
    expect(smtp.received.length).toBeLessThan(members)
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    await Promise.all(nodes.map((node) => node.start()))
    await expect.poll(() => countJobs('bulk-mail'), { timeout: 90_000 }).toBe(0)
    const recipients = smtp.received.map(({ to }) => to)
    expect(recipients.length).toBeGreaterThanOrEqual(members - 1)
    expect(new Set(recipients).size).toBe(recipients.length)
    // The members who were notified of the sitting got its end once, too.
    await expect.poll(received).toEqual(endpoints.flatMap((endpoint) => [endpoint, endpoint]))
    expect(nodes.flatMap(loggedErrors)).toEqual([])
  })

  test('[NEWS-05] [T83] killed while it queues the mails of news, and while it claims one: each member gets one @full', async () => {
    const { database, guests, nodes } = community
    const title = 'A day of silence'
    const today = communityDays([{ fromDay: '0001-01-01', zone }]).dayOf(Date.now())
    const news = { title, text: 'On Sunday we sit all day.', level: 'note', from: null, until: today }
    const published = await callNode(nodes[0]!, 'POST /api/admin/news', guests[0]!, {
      ...news,
      isMailed: true,
    })
    expect(published.status).toBe(201)
    const recipients = () =>
      smtp.received
        .filter(({ subject }) => subject.endsWith(title))
        .map(({ to }) => to)
        .toSorted()
    const storedMail = () =>
      database.query.selectFrom('news_mails').select(['sentAt', 'recipients']).executeTakeFirst()
    const isQueued = async () => (await storedMail())?.sentAt !== null

    // Its readers have confirmed addresses.
    const queueing = await killWaitingFor('outside_identities', async () => {
      await database.query.updateTable('news_mails').set({ leavesAt: new Date() }).execute()
    })
    expect(await isQueued()).toBe(false)
    await expect.poll(isQueued, { timeout: 120_000 }).toBe(true)
    await nodes[queueing]?.start()
    const claiming = await killWaitingFor('daily_mails')
    await expect.poll(() => recipients().length, { timeout: 90_000 }).toBe(members)
    await expect.poll(() => countJobs('bulk-mail'), { timeout: 30_000 }).toBe(0)
    await nodes[claiming]?.start()
    expect(new Set(recipients()).size).toBe(members)
    expect(recipients()).toHaveLength(members)
    expect((await storedMail())?.recipients).toBe(members)
    expect(nodes.flatMap(loggedErrors)).toEqual([])
  })

  /** All members choose notifications ten minutes before, on one device each, and mails of changes and news. */
  const chooseForAll = async (): Promise<string[]> => {
    const { database, guests, nodes } = community
    const now = new Date()
    const chosen: string[] = []
    for (const guest of guests.slice(1)) {
      const { endpoint, keys } = service.subscribe()
      chosen.push(endpoint)
      const saved = await callNode(nodes[0]!, 'POST /api/account/push', guest, { endpoint, keys })
      expect(saved.ok).toBe(true)
      await saveNotificationChoices(database.query, guest.userId, {
        part: { ...noNotificationChoices, tenMinutes: 'push', changes: ['mail'], news: true },
        now,
      })
    }
    await sql`
      insert into outside_identities (provider, subject, uid, email, "emailVerified", "createdAt")
      select 'google', "firebaseUid", "firebaseUid", email, true, now() from users`.execute(database.query)
    return chosen.toSorted()
  }

  /** A sitting whose bell rings just before twelve minutes have passed. */
  const startSitting = async (): Promise<number> => {
    const { database, guests, nodes } = community
    const createdAt = new Date()
    const [templateId = 0] = await insertTemplates(database.query, [
      {
        title: 'Morning light on still water',
        description: 'A slow breath.',
        duration: 3,
        difficulty: 'Beginner',
        videoUrl: '/media/still-water.mp4',
        captionsUrl: null,
        thumbnailUrl: null,
        instructor: 'Lena Oduya',
        instructorTitle: 'Meditation Teacher',
        sessionSteps: [],
        mediaSeconds: 168,
        createdAt,
      },
    ])
    const date = communityDays([{ fromDay: '0001-01-01', zone }]).dayOf(createdAt.getTime())
    const row = {
      ...sittingDefaults,
      date,
      templateId,
      scheduledTime: '00:00',
      isActive: true,
      slot: 0,
      createdAt,
    }
    const [scheduleId] = await insertSchedulesIfFree(database.query, [row])
    const begin = `POST /api/sittings/${scheduleId}/begin` as const
    const response = await callNode(nodes[1]!, begin, guests[0]!, { inSeconds: 715 })
    expect(response.status).toBe(200)
    return ((await response.json()) as { id: number }).id
  }

  /** Kills the node that waits for a table, which is locked until then. Returns its index. */
  const killWaitingFor = (
    table: 'daily_mails' | 'outside_identities' | 'sitting_notifications' | 'unsubscribe_tokens',
    start: () => Promise<void> = async () => {},
  ): Promise<number> =>
    community.database.transaction(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      await start()
      for (;;) {
        const [waiting] = await nodesWaitingFor(table)
        if (waiting !== undefined) {
          await community.nodes[waiting]?.stop('SIGKILL')
          return waiting
        }
        // Idle transactions are ended after a while.
        await sql`select 1`.execute(tx)
        await pause(50)
      }
    })

  /** The nodes with a statement on a table that waits for a lock, the newest first. */
  const nodesWaitingFor = async (table: string): Promise<number[]> => {
    const { rows } = await sql<{ name: string }>`
      select application_name as name from pg_stat_activity
      where wait_event_type = 'Lock' and query ilike ${`%${table}%`}
      order by query_start desc`.execute(community.database.query)
    const names = community.nodes.map((_, index) => nodeName(index))
    return rows.map(({ name }) => names.indexOf(name)).filter((index) => index >= 0)
  }

  const countNotifications = async (sittingId: number) => {
    const { rows } = await sql<{ kind: string; claimed: number; sent: number }>`
      select kind, count(*)::integer as claimed, count("sentAt")::integer as sent from sitting_notifications
      where "sittingId" = ${sittingId} group by kind`.execute(community.database.query)
    return rows
  }

  const countJobs = async (kind: string): Promise<number> => {
    const rows = await community.database.query
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .execute()
    return rows.length
  }
})
