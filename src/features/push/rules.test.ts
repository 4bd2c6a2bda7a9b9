import { expect, test } from 'vitest'
import { pushEndpoint, vapidSubject } from './rules.ts'

test('[REM-10] an endpoint is https at a known push service, and nothing else', () => {
  const known = [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QOO',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY',
  ]
  for (const address of known) expect(pushEndpoint(address, null)).toBe(address)
  const others = [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example.org/x',
    'https://evil.example.org/fcm.googleapis.com',
    'https://evil.example.org#.push.apple.com',
    'https://evil-push.apple.com.example.org/',
    'https://evilpush.apple.com/x',
    'https://notify.windows.com/x',
    'https://storage.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4455/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ]
  for (const address of others) expect([address, pushEndpoint(address, null)]).toEqual([address, null])
})

test('[T92] a fragment makes no second device of one endpoint', () => {
  const address = 'https://web.push.apple.com/QOO?a=b'
  for (const fragment of ['', '#', '#b', '#c#d']) expect(pushEndpoint(address + fragment, null)).toBe(address)
})

test('[REM-10] only the named fake is let in beside them', () => {
  const service = 'http://127.0.0.1:4455'
  expect(pushEndpoint(`${service}/push/1`, service)).toBe(`${service}/push/1`)
  for (const address of [
    'http://127.0.0.1:44556/x',
    'http://127.0.0.1:4455@evil.example.org/',
    'http://127.0.0.2:4455/x',
  ])
    expect([address, pushEndpoint(address, service)]).toEqual([address, null])
})

test('[REM-08] the subject is the sender of mails, else the public address; else push isn’t offered', () => {
  const cases: [publicUrl: string, mail: string, result: string][] = [
    ['https://sit.example.org', 'hello@example.org', 'mailto:hello@example.org'],
    ['https://sit.example.org', 'no-reply@localhost', 'https://sit.example.org'],
    ['https://sit.example.org', 'stillwater@mail.local', 'https://sit.example.org'],
    ['http://localhost:3000', 'hello@example.org', 'mailto:hello@example.org'],
    ['http://[::1]:3000', 'hello@example.org', 'mailto:hello@example.org'],
    ['http://sit.example.org', 'hello@example.org', 'https'],
    ['http://192.168.1.5:3000', 'hello@example.org', 'https'],
    ['http://localhost:3000', 'no-reply@localhost', 'host'],
    ['https://sit.local', 'no-reply@sit.local', 'host'],
    ['https://sit.invalid', 'no-reply@sit.invalid', 'host'],
    ['https://192.168.1.5', 'no-reply@localhost', 'host'],
    ['https://sit', 'no-reply@sit', 'host'],
  ]
  for (const [publicUrl, mail, result] of cases) {
    const { subject, obstacle } = vapidSubject(publicUrl, mail)
    expect([publicUrl, mail, subject ?? obstacle]).toEqual([publicUrl, mail, result])
  }
})
