// What stream servers ask of an encoder, in their three forms; and the names that a playlist's address gives.
import { expect, it } from 'vitest'
import { publishAddress, readEncoderRequest, streamNameOf } from './encoder.ts'

const asked = { name: 'ana', key: 'K-e_y' }

it.each([
  ['the form of nginx-rtmp', { call: 'publish', app: 'live', name: 'ana', key: 'K-e_y', addr: '1.2.3.4' }],
  ['its question whether it may go on', { call: 'update_publish', name: 'ana', key: 'K-e_y', time: '30' }],
  ['the JSON of MediaMTX', { action: 'publish', path: 'ana', query: 'key=K-e_y&x=1', password: '' }],
  ['its token, of WHIP', { action: 'publish', path: 'ana', query: '', token: 'K-e_y' }],
  ['the JSON of SRS', { action: 'on_publish', app: 'live', stream: 'ana', param: '?key=K-e_y' }],
])('[STREAM-20] %s is read', (_, body) => {
  expect(readEncoderRequest(body)).toEqual(asked)
})

it.each([
  ['nothing', {}],
  ['a reader of nginx-rtmp', { call: 'play', name: 'ana', key: 'K-e_y' }],
  ['a reader of MediaMTX', { action: 'read', path: 'ana', query: 'key=K-e_y' }],
  ['a reader of SRS', { action: 'on_play', stream: 'ana', param: '?key=K-e_y' }],
  ['no key', { call: 'publish', name: 'ana' }],
  ['no name', { action: 'publish', query: 'key=K-e_y' }],
])('[STREAM-20] %s is no question about an encoder', (_, body) => {
  expect(readEncoderRequest(body)).toBeNull()
})

it.each([
  ['https://sit.example.org/live/own/ana.m3u8', 'ana'],
  ['https://sit.example.org/ana-b.M3U8?token=1', 'ana-b'],
  ['https://live.example.com/ana/index.m3u8', 'ana'],
  ['https://live.example.com/index.m3u8', 'index'],
])('[STREAM-20] %s is published as %s', (source, name) => {
  expect(streamNameOf(source)).toBe(name)
  expect(publishAddress(source)).toBe(`rtmps://${new URL(source).hostname}:1936/live`)
})
