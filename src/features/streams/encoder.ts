// Encoders that publish to a stream server of one's own: what such servers ask, and what a teacher gives to OBS (STREAM-20).
import { parseUrl } from '#shared/url.ts'
import type { EncoderQuestion } from './hosting-contract.ts'

export interface EncoderRequest {
  /** Of the stream, as the teacher gave it to the encoder. */
  name: string
  key: string
}

/**
 * What a stream server asks before it lets an encoder publish, or go on. It is the form of nginx-rtmp, or the JSON of
 * MediaMTX or SRS. Null for anything else, such as a question about a reader.
 */
export function readEncoderRequest(body: EncoderQuestion): EncoderRequest | null {
  const text = (field: keyof EncoderQuestion) => body[field] ?? ''
  const keyIn = (query: string) =>
    parseUrl(`https://encoder.invalid/?${query.replace(/^\?/, '')}`)?.searchParams.get('key') ?? ''
  const request = (name: string, key: string) => (name === '' || key === '' ? null : { name, key })
  if (text('call') === 'publish' || text('call') === 'update_publish')
    return request(text('name'), text('key'))
  if (text('action') === 'publish') return request(text('path'), keyIn(text('query')) || text('token'))
  if (text('action') === 'on_publish') return request(text('stream'), keyIn(text('param')))
  return null
}

/**
 * Whether nginx-rtmp asks if a reader may go on. It asks for the packager, too, and who else reads there is for its own
 * settings to say.
 */
export function isReaderOfServer(body: EncoderQuestion): boolean {
  return body.call === 'update_play'
}

/** The name under which a stream is published, by the address of its playlist: of a file 'index' that of its folder. */
export function streamNameOf(source: string): string {
  const path = parseUrl(source)?.pathname ?? ''
  const [folder = '', file = ''] = path.split('/').slice(-2)
  const name = file.replace(/\.m3u8$/i, '')
  return name === 'index' && folder !== '' ? folder : name
}

/** The application and port are those of the example in docs/stream-server.md. */
const publishPath = ':1936/live'

/** What OBS calls the server: on the host of the playlist, by RTMP over TLS. */
export function publishAddress(source: string): string {
  return `rtmps://${parseUrl(source)?.hostname ?? ''}${publishPath}`
}
