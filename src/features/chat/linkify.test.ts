// Linkify: which addresses become links, and that nothing else does.
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '#test/data/hostile-texts.ts'
import { linkify } from './linkify.ts'

const linksOf = (text: string) =>
  linkify(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]))
const joined = (text: string) =>
  linkify(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.href))
    .join('')

describe('a URL in a message', () => {
  it.each([
    ['https://example.org', ['https://example.org']],
    ['HTTP://Example.ORG/Way', ['HTTP://Example.ORG/Way']],
    ['see https://example.org/a/b?c=d&e=%20f#g today', ['https://example.org/a/b?c=d&e=%20f#g']],
    ['https://example.org.', ['https://example.org']],
    ['Is it https://example.org/page?', ['https://example.org/page']],
    ['(https://example.org/page).', ['https://example.org/page']],
    ['https://example.org/wiki/Water_(still)', ['https://example.org/wiki/Water_(still)']],
    ['(see https://example.org/wiki/Water_(still))', ['https://example.org/wiki/Water_(still)']],
    ['[https://example.org/x] {https://example.org/y}', ['https://example.org/x', 'https://example.org/y']],
    ['“https://example.org/x”, she wrote…', ['https://example.org/x']],
    ['<https://example.org/x>', ['https://example.org/x']],
    ["'https://example.org/x'", ['https://example.org/x']],
    ['https://example.org/x…', ['https://example.org/x']],
    ['\u770bhttps://example.org/x\u3002', ['https://example.org/x']],
    ['https://example.org:8443/x', ['https://example.org:8443/x']],
    ['https://example.org: a good one', ['https://example.org']],
    ['http://127.0.0.1/x', ['http://127.0.0.1/x']],
    ['https://xn--bcher-kva.example/', ['https://xn--bcher-kva.example/']],
    ['https://example.org/@someone', ['https://example.org/@someone']],
    ['https://example.org/caf\u00e9/\u6c34', ['https://example.org/caf\u00e9/\u6c34']],
    ['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
    ['https://a.example,https://b.example', ['https://a.example']],
    ['https://example.com/guide，详见第二章', ['https://example.com/guide']],
    ['https://example.com/docs（中文说明）了解更多', ['https://example.com/docs']],
    ['「https://example.com/b」をどうぞ', ['https://example.com/b']],
    ['https://example.com/a。https://example.com/b！', ['https://example.com/a', 'https://example.com/b']],
    ['https://example.com，详见', ['https://example.com']],
    ['動画はhttps://example.com/watch?v=1です。ありがとう', ['https://example.com/watch?v=1']],
    ['https://example.com/e🙏', ['https://example.com/e']],
    ['https://example.com/e🇯🇵', ['https://example.com/e']],
    ['https://example.com/wiki/ひらがな/あ1', ['https://example.com/wiki/ひらがな/あ1']],
    [
      '“https://example.com/x”and ‘https://example.com/y’s',
      ['https://example.com/x', 'https://example.com/y'],
    ],
    [
      'https://example.com/wiki/日本/ジョン・レノン/佐々木',
      ['https://example.com/wiki/日本/ジョン・レノン/佐々木'],
    ],
  ])('becomes a link: %j', (text, links) => {
    expect(linksOf(text)).toEqual(links)
    expect(joined(text)).toBe(text)
  })

  it.each([
    'example.org',
    'www.example.org/x',
    'ftp://example.org/x',
    'ws://example.org',
    'mailto:a@example.org',
    'https://',
    'https://localhost/x',
    'https:///example.org',
    'https:example.org',
    'https://.example.org',
    'https://-example.org',
    'https://example.org@evil.example',
    'https://user:secret@example.org/',
    'https://example.org:80@evil.example/',
    'https://example.org:@evil.example/',
    'https://example.org%40evil.example/',
    'https://example.org\\@evil.example/',
    'https://ex\u0430mple.org/',
    'https://example.\u043erg/',
    'https://example.org\u0430/',
    'https://\u212aelvin.example/',
    'xhttps://example.org',
    'javascript:https://example.org',
    'javascript://https://example.org',
    'view-source:https://example.org',
    'x@https://example.org',
    'http://a.example.1',
  ])('stays plain text: %j', (text) => {
    expect(linkify(text)).toEqual([text])
  })

  it('ends before invisible characters', () => {
    expect(linksOf('https://example.org/x\u202egpj.exe')).toEqual(['https://example.org/x'])
    expect(linksOf('https://example.org/x\u200by')).toEqual(['https://example.org/x'])
  })

  it('is found quickly in the longest messages', () => {
    for (const unit of ['https://', 'https://a.', 'https://a-', 'https://a.b/))))', '(https://a.b']) {
      const text = unit.repeat(Math.floor(500 / unit.length))
      expect(joined(text)).toBe(text)
    }
  })
})

describe('hostile texts', () => {
  it('[T20] number at least forty', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(40)
  })

  it.each(hostileTexts)('[T20] keep their text, and link only http and https URLs: %j', (text) => {
    expect(joined(text)).toBe(text)
    for (const href of linksOf(text)) {
      const { protocol, host, username } = new URL(href)
      expect(['http:', 'https:']).toContain(protocol)
      expect(['good.example', 'evil.example']).toContain(host)
      expect(username).toBe('')
      expect(href).not.toMatch(/[<>"`\s\\]/)
    }
  })
})
