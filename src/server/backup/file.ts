// The backup file format: gzipped records, followed by row counts and a checksum.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { timestampSchema } from '#shared/timestamp-schema.ts'

/** Stored in the head of every file. A higher number means a format newer than this code. */
export const backupFormatVersion = 1

const table = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  numbered: z.nullable(z.strictObject({ column: z.string(), last: z.int() })),
})
const head = z.object({
  format: z.literal('stillwater-backup'),
  version: z.int(),
  createdAt: timestampSchema,
  /** The migrations applied to the database, which determine the shape of its tables. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
})
/** Row count of each table, and the SHA-256 of all records before this one. */
const end = z.strictObject({ rows: z.record(z.string(), z.int()), sha256: z.string() })

export type BackupHead = z.infer<typeof head>
export type BackupEnd = z.infer<typeof end>

/** Parts of a file in order: the head, each table followed by its rows, the end. */
export type BackupPart =
  | { type: 'head'; value: BackupHead }
  | { type: 'table'; value: z.infer<typeof table> }
  | { type: 'rows'; value: Buffer }
  | { type: 'end'; value: BackupEnd }

const schemas = { head, table, end } as const
const recordTags = { head: 'H', table: 'T', rows: 'R', end: 'E' } as const
const prefixBytes = 5
// The largest row holds one picture; a record that claims more is corrupt.
const recordMaxBytes = 256 * 1024 * 1024

export function createBackupHead(facts: Pick<BackupHead, 'createdAt' | 'migrations'>): BackupHead {
  return { format: 'stillwater-backup', version: backupFormatVersion, ...facts }
}

/** Writes the file atomically, readable by its owner only. `parts` returns the row count of each table. */
export async function writeBackupFile(
  file: string,
  parts: AsyncGenerator<Exclude<BackupPart, { type: 'end' }>, BackupEnd['rows']>,
): Promise<BackupEnd> {
  const unfinished = `${file}.part`
  let written: BackupEnd = { rows: {}, sha256: '' }
  async function* records(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    for (;;) {
      const { done, value } = await parts.next()
      if (done) {
        written = { rows: value, sha256: hash.digest('hex') }
        yield encodeRecord({ type: 'end', value: written })
        return
      }
      const record = encodeRecord(value)
      hash.update(record)
      yield record
    }
  }
  try {
    await rm(unfinished, { force: true })
    await pipeline(
      Readable.from(records()),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    )
    await syncToDisk(unfinished)
    await rename(unfinished, file)
    return written
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads a file. Throws a one-sentence error if it has another format, is truncated or fails its checksum. */
export async function* readBackupFile(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  let ended = false
  try {
    for await (const record of splitRecords(openGunzip(file))) {
      if (ended) throw new Error('unexpected data after the end')
      const part = decodeRecord(record)
      if (part.type === 'end') {
        ended = true
        if (part.value.sha256 !== hash.digest('hex')) throw new Error('checksum mismatch')
      } else hash.update(record)
      yield part
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (cause instanceof Error && 'syscall' in cause)
      throw new Error(`${file} can't be read: ${reason}.`, { cause })
    throw new Error(`${file} isn't a complete backup (${reason}).`, { cause })
  }
  if (!ended) throw new Error(`${file} isn't a complete backup (the end is missing).`)
}

function openGunzip(file: string): Readable {
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', (error) => void plain.destroy(error))
  return source.pipe(plain)
}

function encodeRecord(part: BackupPart): Buffer {
  const payload = part.type === 'rows' ? part.value : Buffer.from(JSON.stringify(part.value))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.write(recordTags[part.type], 'latin1')
  prefix.writeUInt32BE(payload.length, 1)
  return Buffer.concat([prefix, payload])
}

function decodeRecord(record: Buffer): BackupPart {
  const payload = record.subarray(prefixBytes)
  const json = (): unknown => JSON.parse(payload.toString())
  switch (record.toString('latin1', 0, 1)) {
    case recordTags.head:
      return { type: 'head', value: z.parse(schemas.head, json()) }
    case recordTags.table:
      return { type: 'table', value: z.parse(schemas.table, json()) }
    case recordTags.rows:
      return { type: 'rows', value: payload }
    case recordTags.end:
      return { type: 'end', value: z.parse(schemas.end, json()) }
    default:
      throw new Error('invalid record')
  }
}

/** Yields each record with its prefix, across chunk boundaries. */
async function* splitRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  let wanted = prefixBytes
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length < wanted) continue
    let bytes = Buffer.concat(chunks)
    while (bytes.length >= prefixBytes) {
      wanted = prefixBytes + bytes.readUInt32BE(1)
      if (wanted > recordMaxBytes) throw new Error('invalid record')
      if (bytes.length < wanted) break
      yield bytes.subarray(0, wanted)
      bytes = bytes.subarray(wanted)
      wanted = prefixBytes
    }
    chunks = [bytes]
    length = bytes.length
  }
  if (length > 0) throw new Error('truncated')
}
