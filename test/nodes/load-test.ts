// Members who chat, like and delete on several nodes while these fail, and the consistency checks afterwards.
import { setTimeout as pause } from 'node:timers/promises'
import { byTimeAndId } from '#features/chat/chat-reducer.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import { latestMessages } from '#features/chat/server/sql/messages.ts'
import { chatHistorySize } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import type { Guest } from '#test/live/crowd.ts'
import { openReconnectingClient, type ReconnectingClient } from '#test/live/reconnecting-client.ts'
import type { ClusterNode, Cluster } from './cluster.ts'

type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/** Polls until `isSo`; returns how long it took, in milliseconds. Rejects after half a minute. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<number> {
  const startedMs = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedMs > timeoutMs)
      throw new Error(`Timed out waiting for: ${condition.toString()}`)
    await pause(pollMs)
  }
  return Math.round(performance.now() - startedMs)
}

const timeoutMs = 30_000
const pollMs = 25

/** Makes a call to a node. */
export function callNode(
  { url }: Pick<ClusterNode, 'url'>,
  callAnyNode: Call,
  { cookie }: Guest,
  body?: object,
): Promise<Response> {
  const [method = 'GET', path = '/'] = callAnyNode.split(' ', 2)
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  return fetch(`${url}${path}`, {
    method,
    headers: { origin: url, cookie, ...type },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** The online count of the day's room according to a node; null without a response. */
export async function onlineCountAt(node: ClusterNode, { day, guests }: Cluster): Promise<number | null> {
  const [guest] = guests
  if (!guest) return null
  try {
    const response = await callNode(node, `GET /api/meditation/online-count/${day}`, guest)
    const body: unknown = await response.json()
    return typeof body === 'object' && body && 'count' in body ? Number(body.count) : null
  } catch {
    return null
  }
}

export interface Crowd {
  readonly members: ReconnectingClient[]
  /** The members who should be in the room. */
  present(): ReconnectingClient[]
  /** Removes members who leave or don't reconnect. */
  markDisconnected(members: readonly ReconnectingClient[]): void
  /**
   * Records that a node, isolated since about `fromMs` (`Date.now()`), died. Messages that only its own members
   * received may be gone from the screens by the time the other nodes load them.
   */
  allowMissedSince(fromMs: number): void
  /** Whether a message may be one of those. */
  mayBeMissed(atMs: number): boolean
  close(): void
}

/** Opens guests in the day's room, spread over the nodes. */
export function openCrowd({ nodes, day }: Cluster, guests: readonly Guest[], random: () => number): Crowd {
  const urls = nodes.map(({ url }) => url)
  const members = guests.map((guest, index) =>
    openReconnectingClient({ guest, day, urls, first: index, random }),
  )
  const disconnected = new Set<ReconnectingClient>()
  const untold: { fromMs: number; toMs: number }[] = []
  return {
    members,
    present: () => members.filter((member) => !disconnected.has(member)),
    markDisconnected: (affected) => {
      for (const member of affected) disconnected.add(member)
    },
    allowMissedSince: (fromMs) => untold.push({ fromMs: fromMs - detectionDelayMs, toMs: Date.now() }),
    mayBeMissed: (atMs) => untold.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs),
    close: () => {
      for (const member of members) member.leave()
    },
  }
}

/** Whether every member is connected, and every node and every member has the full online count. */
export async function isClusterConsistent(community: Cluster, crowd: Crowd): Promise<boolean> {
  const present = crowd.present()
  const counts = await Promise.all(community.nodes.map((node) => onlineCountAt(node, community)))
  return (
    counts.every((count) => count === present.length) &&
    present.every((member) => member.nodeIndex() !== null && member.onlineCount() === present.length)
  )
}

/** The response of /readyz. */
export async function readinessOf({ url }: ClusterNode): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json()
}

/** The errors logged by a node, except those of requests that failed for lack of a database. */
export function loggedErrors(node: ClusterNode): string[] {
  const errors = node
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|doesn't start/.test(line))
  return errors.filter((line) => !/"code":"(ENOENT|ECONNRE|EPIPE|57P0)|Connection terminated/.test(line))
}

export interface Load {
  readonly sentTexts: ReadonlySet<string>
  /** Sends an additional message. */
  sendChat(sender: ReconnectingClient, text: string): void
  /** How many calls were made, and how many got no response. */
  readonly calls: { made: number; pending: number }
  /** Sends no more messages; settles when every call is responded to. */
  stop(): Promise<void>
}

let runs = 0

const likeInterval = 7
const deleteInterval = 23

/** Sends a message and a call at an interval, about 13 a second; includes likes and an occasional deletion. */
export function startLoad(community: Cluster, crowd: Crowd, random: () => number, everyMs = 75): Load {
  runs += 1
  const sentTexts = new Set<string>()
  const sendText = (sender: ReconnectingClient, text: string): void => {
    sentTexts.add(text)
    sender.sendChat(text)
  }
  const calls = { made: 0, pending: 0 }
  const pendingCalls = new Set<Promise<void>>()
  let tick = 0
  const pickRandom = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)]

  /** Sends the call to one node or another, as a load balancer would. */
  const callAnyNode = async (endpoint: Call, guest: Guest): Promise<void> => {
    const from = Math.floor(random() * community.nodes.length)
    const nodeOrder = [...community.nodes.slice(from), ...community.nodes.slice(0, from)]
    for (const node of nodeOrder) {
      const response = await callNode(node, endpoint, guest).catch(() => null)
      await response?.arrayBuffer().catch(() => undefined)
      if (response && response.status < 500) return
    }
    calls.pending += 1
  }
  const startCall = (endpoint: Call, guest: Guest): void => {
    calls.made += 1
    const made = callAnyNode(endpoint, guest).finally(() => pendingCalls.delete(made))
    pendingCalls.add(made)
  }
  const timer = setInterval(() => {
    tick += 1
    const sender = pickRandom(crowd.present().filter((member) => member.nodeIndex() !== null))
    if (!sender) return
    sendText(sender, `Number ${tick} of ${runs}`)
    startCall(`GET /api/meditation/online-count/${community.day}`, sender)
    const message = pickRandom(sender.log().messages)
    if (message && tick % likeInterval === 0) startCall(`POST /api/messages/${message.id}/like`, sender)
    const [moderator] = community.guests
    if (message && moderator && tick % deleteInterval === 0)
      startCall(`DELETE /api/messages/${message.id}`, moderator)
  }, everyMs)
  return {
    sentTexts,
    sendChat: sendText,
    calls,
    stop: async () => {
      clearInterval(timer)
      while (pendingCalls.size > 0) await Promise.all(pendingCalls)
    },
  }
}

interface Row {
  id: number
  message: string
  clientMessageId: string | null
  timestamp: string
  deletedAt: string | null
}

/**
 * Inconsistencies once all messages are delivered: lost, duplicated or shown differently; empty if there are none.
 * Covers I13, I14, I15 and I16.
 */
export async function findConsistencyFaults(community: Cluster, crowd: Crowd, load: Load): Promise<string[]> {
  const { query } = community.database
  const rows: Row[] = await query
    .selectFrom('chat_messages')
    .select(['id', 'message', 'clientMessageId', 'timestamp', 'deletedAt'])
    .execute()
  const expected = rows.filter(
    (row) => row.deletedAt === null && !crowd.mayBeMissed(timestampToMs(row.timestamp)),
  )
  const latest = await latestMessages(query, community.day, chatHistorySize)
  const counts = await Promise.all(community.nodes.map((node) => onlineCountAt(node, community)))
  const present = crowd.present()
  return [
    ...tableFaults(rows, load.sentTexts),
    ...crowd.members.flatMap((member) => echoFaults(member, rows)),
    ...present.flatMap((member) => memberFaults(member, expected, latest)),
    ...counts.flatMap((count, index) =>
      count === present.length ? [] : [`node ${index + 1} counts ${count} of ${present.length}`],
    ),
    ...present.flatMap((member) =>
      member.onlineCount() === present.length ? [] : [`${member.userId} sees ${member.onlineCount()}`],
    ),
  ]
}

function tableFaults(rows: readonly Row[], sentTexts: ReadonlySet<string>): string[] {
  const texts = rows.map(({ message }) => message)
  const stored = new Set(texts)
  return [
    ...(stored.size === texts.length ? [] : ['a message is stored twice']),
    ...[...sentTexts].filter((text) => !stored.has(text)).map((text) => `${text} isn't stored`),
  ]
}

function echoFaults({ userId, echoed }: ReconnectingClient, rows: readonly Row[]): string[] {
  const stored = new Map(rows.map((row) => [row.clientMessageId, row.id]))
  return [...echoed].flatMap(([sendId, id]) =>
    stored.get(sendId) === id ? [] : [`${userId} got an echo of ${id}, which isn't stored`],
  )
}

function memberFaults(
  member: ReconnectingClient,
  expected: readonly Row[],
  latest: readonly ChatMessage[],
): string[] {
  const { userId, duplicates, received, gaps } = member
  const { messages, pending } = member.log()
  const shown = messages.map(({ id, likes }) => `${id}:${likes ?? 0}`).join(' ')
  const stored = latest.map(({ id, likes }) => `${id}:${likes ?? 0}`).join(' ')
  const untold = expected
    .filter(({ id }) => !received.has(id))
    .filter((row) => !gaps.some((gap) => isInGap(row, gap)))
  return [
    ...(member.nodeIndex() === null ? [`${userId} didn't reconnect`] : []),
    ...(pending.length > 0 ? [`${userId} waits for ${pending.length} echoes`] : []),
    ...(stored.endsWith(shown) && messages.length > minShownMessages
      ? []
      : [`${userId} sees ${shown}, not ${stored}`]),
    ...duplicates.map((id) => `${userId} received ${id} twice`),
    ...untold.map(({ id }) => `${userId} never received ${id}`),
  ]
}

/** A page doesn't load older messages in place of deleted ones. */
const minShownMessages = chatHistorySize / 2

/** A connection may be dead for this long before its client notices. */
const detectionDelayMs = 1_000

/** Whether the message had already left the screen when its reader reconnected. */
function isInGap(row: Row, { lostAtMs, oldest }: ReconnectingClient['gaps'][number]): boolean {
  if (oldest === null) return false
  return timestampToMs(row.timestamp) > lostAtMs - detectionDelayMs && byTimeAndId(row, oldest) < 0
}
