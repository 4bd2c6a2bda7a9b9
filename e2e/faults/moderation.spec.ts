// Moderation on two nodes: reports and decisions at once, a node killed between its commit and its event, a restart.
import { expect, test } from '@playwright/test'
import type { Case } from '#features/moderation/cases-contract.ts'
import { secondMs } from '#shared/durations.ts'
import type { Guest } from '#test/live/crowd.ts'
import { connectLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { startCluster, type Cluster } from '#test/nodes/cluster.ts'
import { callNode } from '#test/nodes/load-test.ts'
import { findRedis, skippedTitle } from '#test/nodes/redis-server.ts'

const what = 'moderation on two nodes'
const isMissing = findRedis() === null

test.describe(isMissing ? skippedTitle(what) : what, () => {
  test.skip(isMissing)
  test.describe.configure({ timeout: 120_000 })

  let community: Cluster
  test.beforeAll(async () => {
    community = await startCluster(2, 6)
    const [, angel, other] = community.guests
    await community.database.query
      .updateTable('users')
      .set({ isGardenAngel: true })
      .where('id', 'in', [angel?.userId ?? 0, other?.userId ?? 0])
      .execute()
  })
  test.afterAll(() => community?.close())

  const guestAt = (index: number): Guest => community.guests[index]!
  const call = async (node: number, to: Parameters<typeof callNode>[1], guest: Guest, body?: object) => {
    const response = await callNode(community.nodes[node]!, to, guest, body)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const joinAt = async (node: number, guest: Guest): Promise<TestLiveClient> => {
    const { url } = community.nodes[node]!
    const as = { ...guest, name: '', email: '', uid: '' }
    const client = await connectLive({ url, config: { allowedOrigins: [url] } }, { as })
    await client.join(community.day)
    return client
  }
  const say = async (client: TestLiveClient, text: string): Promise<number> => {
    sendChatMessage(client, text, `says-${text.replaceAll(' ', '-')}`)
    return (await client.next('new-message', ({ message }) => message.message === text)).message.id
  }
  const openCase = async (messageId: number): Promise<Case> => {
    const { body } = await call(0, 'GET /api/moderation/cases?state=open', guestAt(1))
    return (body as { cases: Case[] }).cases.find(({ message }) => message?.id === messageId)!
  }
  const decide = (node: number, id: number, guest: Guest, body: object) =>
    call(node, `PUT /api/moderation/cases/${id}`, guest, { version: 1, reason: 'unkind', ...body })

  test('[MOD-04] [MOD-03] of two angels on two nodes one decides, and each page hears of it @full', async () => {
    const author = await joinAt(0, guestAt(3))
    const reader = await joinAt(1, guestAt(4))
    const angels = [await joinAt(0, guestAt(1)), await joinAt(1, guestAt(2))]
    const messageId = await say(author, 'Go away')
    const reportedAt = Date.now()
    expect(
      (await call(1, `POST /api/messages/${messageId}/report`, guestAt(4), { reason: 'unkind' })).status,
    ).toBe(201)
    for (const angel of angels) await angel.next('cases-updated')
    expect(Date.now() - reportedAt).toBeLessThan(2 * secondMs)
    const { id } = await openCase(messageId)
    const decided = await Promise.all([
      decide(0, id, guestAt(1), { action: 'remove' }),
      decide(1, id, guestAt(2), { action: 'remove' }),
    ])
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const client of [author, reader])
      expect(await client.next('message-deleted')).toMatchObject({ messageId })
    const undone = await call(1, `POST /api/moderation/cases/${id}/undo`, guestAt(2), { version: 2 })
    expect(undone.status).toBe(200)
    for (const client of [author, reader])
      expect((await client.next('message-restored')).message).toMatchObject({
        id: messageId,
        message: 'Go away',
      })
    for (const client of [author, reader, ...angels]) await client.close()
  })

  test('[MOD-09] what a node decided before it was killed is told within 6 s, though nobody published it @full', async () => {
    const author = await joinAt(0, guestAt(3))
    const reader = await joinAt(1, guestAt(4))
    const messageId = await say(author, 'Go away again')
    await reader.next('new-message', ({ message }) => message.id === messageId)
    await call(1, `POST /api/messages/${messageId}/report`, guestAt(4), { reason: 'unkind' })
    const { id } = await openCase(messageId)
    await community.redis.kill()
    // Committed on node 1, which can't publish it and dies.
    const decision = decide(0, id, guestAt(1), { action: 'remove' }).catch(() => null)
    await expect
      .poll(
        async () =>
          (
            await community.database.query
              .selectFrom('moderation_cases')
              .select('action')
              .where('id', '=', id)
              .executeTakeFirstOrThrow()
          ).action,
      )
      .toBe('remove')
    const killedAt = Date.now()
    await community.nodes[0]!.stop('SIGKILL')
    await decision
    expect(await reader.next('message-deleted')).toMatchObject({ messageId })
    expect(Date.now() - killedAt).toBeLessThan(6 * secondMs)
    await community.redis.startEmpty()
    await community.nodes[0]!.start()
    await reader.close()
  })

  test('[MOD-10] [MOD-13] a mute and the slow mode hold on both nodes and over a restart of both @full', async () => {
    const muted = guestAt(3)
    const slow = guestAt(5)
    await call(0, `POST /api/moderation/mutes/${muted.userId}`, guestAt(1), { minutes: 10, reason: 'unkind' })
    await call(1, 'PUT /api/moderation/room', guestAt(2), { slowSeconds: 120 })
    const expectHeld = async (node: number, round: string) => {
      const client = await joinAt(node, muted)
      sendChatMessage(client, 'Hello', `muted-${node}-${round}`)
      expect(await client.next('error')).toMatchObject({ code: 'muted' })
      const other = await joinAt(node, slow)
      await other.whenCaughtUp()
      expect(other.frames.find(({ type }) => type === 'room-settings')).toMatchObject({ slowSeconds: 120 })
      await client.close()
      return other
    }
    const first = await expectHeld(0, 'before')
    await say(first, 'My one message')
    await first.close()
    const second = await expectHeld(1, 'before')
    sendChatMessage(second, 'One more', 'one-more-at-once')
    expect(await second.next('error')).toMatchObject({ code: 'slow_mode' })
    await second.close()
    for (const node of community.nodes) await node.stop('SIGKILL')
    for (const node of community.nodes) await node.start()
    for (const node of [0, 1]) await (await expectHeld(node, 'after')).close()
  })
})
