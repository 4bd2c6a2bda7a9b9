// A node is killed after it claimed reminders, before it sent them, and another one amid a batch of mails.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { saveReminderChoices } from '#features/reminders/server/sql.ts'
import { insertSchedulesIfFree } from '#features/schedules/server/sql.ts'
import { sittingDefaults } from '#features/sittings/rules.ts'
import { insertTemplates } from '#features/templates/server/sql.ts'
import { communityDays } from '#shared/day.ts'
import { noReminders } from '#test/data/no-reminders.ts'
import { startSmtpServer, type TestSmtpServer } from '#test/network/smtp-server.ts'
import { nodeName, startCluster, type Cluster } from '#test/nodes/cluster.ts'
import { callNode, loggedErrors } from '#test/nodes/load-test.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'
import { startPushService, type PushService } from '#test/stand-ins/push-service.ts'

const members = 40
const what = 'reminders of three nodes'
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
  })
  test.afterAll(async () => {
    await community?.close()
    await smtp?.close()
    await service?.close()
  })

  test('[REM-04] [REM-12] [REM-13] killed between claim and send, and amid a batch: each member gets one notice, and no mail is lost @full', async () => {
    const { guests, nodes } = community
    const endpoints = await chooseForAll()
    const sittingId = await startSitting()
    const received = () => service.received.map(({ browser }) => browser.endpoint).toSorted()

    const claiming = await killAfterClaim()
    expect(received()).toEqual([])
    expect(await countReminders(sittingId)).toEqual([{ kind: 'ten-minutes', claimed: members, sent: 0 }])
    await expect.poll(received, { timeout: 90_000 }).toEqual(endpoints)
    const allSent = [{ kind: 'ten-minutes', claimed: members, sent: members }]
    await expect.poll(() => countReminders(sittingId)).toEqual(allSent)
    await nodes[claiming]?.start()

    const cancel = `POST /api/sittings/${sittingId}/cancel` as const
    expect((await callNode(nodes[0]!, cancel, guests[0]!, { note: '' })).status).toBe(200)
    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBeGreaterThan(5)
    // The last statement before a mail waits for its turn.
    const sending = await lastNodeWhere('insert into "unsubscribe_tokens"%')
    await nodes[sending]?.stop('SIGKILL')
    const beforeKill = smtp.received.length
    expect(beforeKill).toBeLessThan(members)
    const recipients = () => [...new Set(smtp.received.map(({ to }) => to))]
    await expect.poll(() => recipients().length, { timeout: 90_000 }).toBe(members)
    await expect.poll(() => countJobs('bulk-mail'), { timeout: 30_000 }).toBe(0)
    // The mail that left as its node was killed may have left twice, with the same Message-ID.
    expect(smtp.received.length).toBeLessThanOrEqual(members + 1)
    // The members who were notified of the sitting got its end once, too.
    await expect.poll(received).toEqual(endpoints.flatMap((endpoint) => [endpoint, endpoint]))
    expect(nodes.flatMap(loggedErrors)).toEqual([])
  })

  /** All members choose notices ten minutes before and mails of changes, on one device each. */
  const chooseForAll = async (): Promise<string[]> => {
    const { database, guests, nodes } = community
    const now = new Date()
    const endpoints: string[] = []
    for (const guest of guests.slice(1)) {
      const { endpoint, keys } = service.subscribe()
      endpoints.push(endpoint)
      const saved = await callNode(nodes[0]!, 'POST /api/account/push', guest, { endpoint, keys })
      expect(saved.ok).toBe(true)
      await saveReminderChoices(database.query, guest.userId, {
        choices: { ...noReminders, tenMinutes: 'push', changes: ['mail'] },
        now,
      })
    }
    await sql`
      insert into outside_identities (provider, subject, uid, email, "emailVerified", "createdAt")
      select 'google', "firebaseUid", "firebaseUid", email, true, now() from users`.execute(database.query)
    return endpoints.toSorted()
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

  /**
   * Kills the node that has claimed all members. It couldn't send: the devices are locked until it is killed. Returns
   * its index.
   */
  const killAfterClaim = () =>
    community.database.transaction(async (tx) => {
      await sql`lock table push_subscriptions in access exclusive mode`.execute(tx)
      for (;;) {
        const [claiming] = await nodesWhere('%push_subscriptions%', 'Lock')
        if (claiming !== undefined) {
          await community.nodes[claiming]?.stop('SIGKILL')
          return claiming
        }
        // Idle transactions are ended after a while.
        await sql`select 1`.execute(tx)
        await pause(50)
      }
    })

  const lastNodeWhere = async (statement: string): Promise<number> => {
    const [last] = await nodesWhere(statement)
    if (last === undefined) throw new Error(`No node ran ${statement}.`)
    return last
  }

  /** The nodes whose connections ran such a statement last, the newest first. */
  const nodesWhere = async (statement: string, waiting?: 'Lock'): Promise<number[]> => {
    const { rows } = await sql<{ name: string }>`
      select application_name as name from pg_stat_activity
      where query ilike ${statement} and (${waiting ?? null}::text is null or wait_event_type = ${waiting ?? null})
      order by query_start desc`.execute(community.database.query)
    const names = community.nodes.map((_, index) => nodeName(index))
    return rows.map(({ name }) => names.indexOf(name)).filter((index) => index >= 0)
  }

  const countReminders = async (sittingId: number) => {
    const { rows } = await sql<{ kind: string; claimed: number; sent: number }>`
      select kind, count(*)::integer as claimed, count("sentAt")::integer as sent from reminders_sent
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
