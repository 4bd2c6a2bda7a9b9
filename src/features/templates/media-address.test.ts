// Media addresses: which may be played, and as what; one table for all callers.
import { describe, expect, it } from 'vitest'
import { templateAddressesSchema } from './address-schemas.ts'
import { loadsFromYoutube, parseMediaAddress, parseVideoAddress } from './media-address.ts'

const id = 'inpok4MKVLM'
const youtube = (startSeconds = 0) => ({ kind: 'youtube', id, startSeconds })
const file = (url: string) => ({ kind: 'file', url })

const mayPlay = [
  // Files of the product and of other sites.
  ['/media/still-water.mp4', file('/media/still-water.mp4')],
  ['/media/2026/a%20walk.webm', file('/media/2026/a%20walk.webm')],
  ['https://cdn.stillwater.org/a.mp4', file('https://cdn.stillwater.org/a.mp4')],
  ['HTTPS://CDN.Stillwater.org:443/a.mp4?sig=x%2Fy', file('https://cdn.stillwater.org/a.mp4?sig=x%2Fy')],
  ['https://münchen.de/a.mp4', file('https://xn--mnchen-3ya.de/a.mp4')],
  ['https://cdn.stillwater.org/youtube.com/watch', file('https://cdn.stillwater.org/youtube.com/watch')],
  ['https://notyoutube.com/watch?v=inpok4MKVLM', file('https://notyoutube.com/watch?v=inpok4MKVLM')],
  ['https://youtube.com.evil.net/embed/inpok4MKVLM', file('https://youtube.com.evil.net/embed/inpok4MKVLM')],
  // Streams.
  [
    'https://cdn.stillwater.org/live/a.m3u8?t=1',
    { kind: 'hls', url: 'https://cdn.stillwater.org/live/a.m3u8?t=1' },
  ],
  ['/media/day.M3U8', { kind: 'hls', url: '/media/day.M3U8' }],
  // YouTube, in every form that members paste.
  [`https://www.youtube.com/watch?v=${id}`, youtube()],
  [`https://youtube.com/watch?v=${id}`, youtube()],
  [`https://m.youtube.com/watch?v=${id}&list=PLx&index=2`, youtube()],
  [`https://music.youtube.com/watch?list=RDx&v=${id}`, youtube()],
  [`https://WWW.YouTube.com/watch?app=desktop&v=${id}#top`, youtube()],
  [`https://www.youtube.com/watch/?v=${id}`, youtube()],
  [`https://youtu.be/${id}`, youtube()],
  [`https://youtu.be/${id}?si=abc&t=90`, youtube(90)],
  [`https://www.youtube.com/watch?v=${id}&t=1h2m3s`, youtube(3_723)],
  [`https://www.youtube.com/watch?v=${id}&t=45s`, youtube(45)],
  [`https://www.youtube.com/watch?v=${id}&t=nonsense`, youtube()],
  [`https://www.youtube.com/embed/${id}?start=30`, youtube(30)],
  [`https://www.youtube-nocookie.com/embed/${id}`, youtube()],
  [`https://youtube-nocookie.com/embed/${id}`, youtube()],
  [`https://www.youtube.com/shorts/${id}/`, youtube()],
  [`https://www.youtube.com/live/${id}?feature=share`, youtube()],
] as const

const httpsOnly = 'Please enter an address that begins with https://'
const ownPath = 'Enter a file on this site as a path below /media/.'
const broken = 'Please enter a valid address.'
const isPrivate = 'Please enter a public address: a domain name, not an IP address or a private network name.'
const noVideo = 'This YouTube address doesn’t link to a video.'

const mayNotPlay = [
  ['', httpsOnly],
  ['javascript:alert(1)', httpsOnly],
  ['JaVaScRiPt://stillwater.org/%0aalert(1)', httpsOnly],
  ['java\nscript:alert(1)', broken],
  ['data:video/mp4;base64,AAAA', httpsOnly],
  ['blob:https://stillwater.org/1', httpsOnly],
  ['file:///etc/passwd', httpsOnly],
  ['http://stillwater.org/a.mp4', httpsOnly],
  ['http://www.youtube.com/watch?v=inpok4MKVLM', httpsOnly],
  ['ftp://stillwater.org/a.mp4', httpsOnly],
  ['stillwater.org/a.mp4', httpsOnly],
  ['media/a.mp4', httpsOnly],
  ['https:stillwater.org/a.mp4', httpsOnly],
  ['https:///stillwater.org/a.mp4', httpsOnly],
  ['https:\\\\stillwater.org\\a.mp4', broken],
  ['https://stillwater.org\\@evil.net/a.mp4', broken],
  ['https://still water.org/a.mp4', broken],
  ['https://stillwater.org/\u202Egp4.a', broken],
  ['https://stillwater.org/\uD800.mp4', broken],
  ['https://still%00water.org/a.mp4', broken],
  ['https://', httpsOnly],
  // Other paths of this server.
  ['//evil.net/media/a.mp4', ownPath],
  ['/media/../api/auth/session', ownPath],
  ['/media/%2e%2e/api/auth/session', ownPath],
  ['/media/a%2f..%2fb.mp4', ownPath],
  ['/media/a%5c..%5cb.mp4', ownPath],
  ['/media/./a.mp4', ownPath],
  ['/media//evil.net/a.mp4', ownPath],
  ['/media/\\evil.net', broken],
  ['/media/', ownPath],
  ['/mediaevil/a.mp4', ownPath],
  ['/media/a.mp4?token=1', ownPath],
  ['/api/auth/logout', ownPath],
  // Credentials, other ports.
  ['https://user:secret@stillwater.org/a.mp4', 'An address can’t contain a user name or password.'],
  ['https://user@www.youtube.com/watch?v=inpok4MKVLM', 'An address can’t contain a user name or password.'],
  ['https://stillwater.org:8443/a.mp4', 'An address can’t contain a port.'],
  // IP addresses, and names of private networks.
  ['https://127.0.0.1/a.mp4', isPrivate],
  ['https://10.0.0.7/a.mp4', isPrivate],
  ['https://8.8.8.8/a.mp4', isPrivate],
  ['https://2130706433/a.mp4', isPrivate],
  ['https://0x7f000001/a.mp4', isPrivate],
  ['https://0177.0.0.1/a.mp4', isPrivate],
  ['https://127.1/a.mp4', isPrivate],
  ['https://127.0.0.1./a.mp4', isPrivate],
  ['https://１２７.０.０.１/a.mp4', isPrivate],
  ['https://[::1]/a.mp4', isPrivate],
  ['https://[::ffff:169.254.169.254]/latest/meta-data', isPrivate],
  ['https://localhost/a.mp4', isPrivate],
  ['https://localhost./a.mp4', isPrivate],
  ['https://app.localhost/a.mp4', isPrivate],
  ['https://nas.local/a.mp4', isPrivate],
  ['https://vault.internal/a.mp4', isPrivate],
  ['https://metadata.google.internal/a.mp4', isPrivate],
  ['https://intranet/a.mp4', isPrivate],
  ['https://stillwater.org./a.mp4', isPrivate],
  [`https://stillwater.org/${'a'.repeat(2_048)}`, 'An address has at most 2048 characters.'],
  // YouTube without a video, and lookalike names.
  ['https://www.youtube.com/', noVideo],
  ['https://www.youtube.com/watch?v=short', noVideo],
  [`https://www.youtube.com/watch?v=${id}x`, noVideo],
  ['https://www.youtube.com/watch?v=inpok4MKV%22M', noVideo],
  ['https://www.youtube.com/watch?list=PLx', noVideo],
  ['https://www.youtube.com/embed/videoseries?list=PLx', noVideo],
  ['https://www.youtube.com/@stillwater/videos', noVideo],
  [`https://youtu.be/watch?v=${id}`, noVideo],
  [`https://gaming.youtube.com/watch?v=${id}`, noVideo],
] as const

const sentenceFor = (facts: Record<string, string>) =>
  templateAddressesSchema().safeParse(facts).error?.issues[0]?.message

describe('a video address', () => {
  it.each(mayPlay)('[T29, MED-10] %s can be played', (address, video) => {
    expect(parseVideoAddress(address)).toEqual(video)
    expect(sentenceFor({ videoUrl: ` ${address} ` })).toBeUndefined()
  })

  it.each(mayNotPlay)('[T29] %s is rejected', (address, sentence) => {
    expect(parseVideoAddress(address)).toBeNull()
    expect(sentenceFor({ videoUrl: address })).toBe(sentence)
  })
})

const leads = 'A live template leads members there.'

it.each([
  ['https://zoom.us/j/93412345678', `This is a meeting on Zoom, not a video. ${leads}`],
  ['http://zoom.us/j/1', `This is a meeting on Zoom, not a video. ${leads}`],
  ['https://www.youtube.com/@stillwater/live', `This is a live stream on YouTube, not a video. ${leads}`],
  [
    'https://www.youtube.com/embed/live_stream?channel=UCx',
    `This is a live stream on YouTube, not a video. ${leads}`,
  ],
])('[TEACH-13] %s is named for what it is, and never played', (address, sentence) => {
  expect(parseVideoAddress(address)).toBeNull()
  expect(sentenceFor({ videoUrl: address })).toBe(sentence)
})

describe('an audio address', () => {
  const noFile = 'Please enter the address of an audio file, not of a stream or of YouTube.'

  it('[T29] is that of a file', () => {
    for (const [audioUrl, video] of mayPlay)
      expect(sentenceFor({ videoUrl: '/media/a.mp4', audioUrl })).toBe(
        video.kind === 'file' ? undefined : noFile,
      )
  })

  it.each(mayNotPlay)('[T29] %s is rejected', (audioUrl, sentence) => {
    expect(sentenceFor({ videoUrl: '/media/a.mp4', audioUrl })).toBe(sentence === noVideo ? noFile : sentence)
  })
})

describe('a picture or captions address', () => {
  const other = mayNotPlay.filter(([, sentence]) => sentence !== noVideo)

  it.each(other)('[T29] %s is rejected', (address, sentence) => {
    expect(parseMediaAddress(address)).toBeNull()
    expect(sentenceFor({ videoUrl: '/media/a.mp4', thumbnailUrl: address })).toBe(sentence)
    expect(sentenceFor({ videoUrl: '/media/a.mp4', captionsUrl: address })).toBe(sentence)
  })

  it('[T29] is loaded as validated, and may be missing', () => {
    expect(parseMediaAddress('https://CDN.stillwater.org:443/a b.jpg')).toBeNull()
    expect(parseMediaAddress('https://CDN.stillwater.org:443/a%20b.jpg')).toBe(
      'https://cdn.stillwater.org/a%20b.jpg',
    )
    expect(parseMediaAddress('/media/still-water.jpg')).toBe('/media/still-water.jpg')
    expect(parseMediaAddress(null)).toBeNull()
  })

  it.each([
    ['https://i.ytimg.com/vi/inpok4MKVLM/maxresdefault.jpg', true],
    ['https://yt3.ggpht.com/a.jpg', true],
    ['https://img.youtube.com/vi/inpok4MKVLM/0.jpg', true],
    ['https://lh3.googleusercontent.com/a.jpg', true],
    ['https://ytimg.com.stillwater.org/a.jpg', false],
    ['/media/still-water.jpg', false],
  ])('[MED-10] %s loads from YouTube: %s', (url, asks) => {
    expect(loadsFromYoutube(url)).toBe(asks)
  })
})
