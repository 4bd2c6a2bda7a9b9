// A real SMTP server for tests: accepts mails on a port of its own, or rejects them on demand.
import { SMTPServer } from 'smtp-server'
import { readMail, type ReadMail } from './mails.ts'

export interface TestSmtpServer {
  /** Such as smtp://127.0.0.1:34567. */
  url: string
  received: (ReadMail & { envelope: { from: string; to: string[] } })[]
  /** The SMTP status codes, such as 451, that it sends for the next mails, one each. */
  rejections: number[]
  /** The next mails are received, but not confirmed before these promises, one each. */
  delays: Promise<void>[]
  /** The most connections that were open at once. */
  connectionsMost(): number
  close(): Promise<void>
}

/** Starts the server on the given port, or on a free one. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const received: TestSmtpServer['received'] = []
  const rejections: number[] = []
  const delays: Promise<void>[] = []
  const receive = async (content: Buffer, envelope: { from: string; to: string[] }, done: () => void) => {
    const delay = delays.shift()
    received.push({ ...(await readMail(content)), envelope })
    await delay
    done()
  }
  let connectionsNow = 0
  let connectionsMost = 0
  const server = new SMTPServer({
    authOptional: true,
    onConnect: (_session, done) => {
      connectionsNow += 1
      connectionsMost = Math.max(connectionsMost, connectionsNow)
      done()
    },
    onClose: () => {
      connectionsNow -= 1
    },
    // Idle connections of mail clients don't delay the end of a test.
    closeTimeout: 10,
    disabledCommands: ['STARTTLS'],
    // The server has no accounts.
    onAuth: (_login, _session, done) =>
      done(
        Object.assign(new Error('5.7.8 Authentication failed for app@mail.example.org'), {
          responseCode: 535,
        }),
      ),
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = rejections.shift()
      if (responseCode === undefined) return done()
      const mailbox = address.slice(0, address.lastIndexOf('@'))
      done(Object.assign(new Error(`No mail for <${address}>, ${mailbox} is unknown`), { responseCode }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        const addresses = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        }
        void receive(Buffer.concat(chunks), addresses, done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    received,
    rejections,
    delays,
    connectionsMost: () => connectionsMost,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
