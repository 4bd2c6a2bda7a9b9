// Schemas of a template's addresses, each with its field's error messages (T29). Only forms and calls check them.
import * as z from 'zod/mini'
import { urlMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { parseAddress, parseVideoAddress, type AddressError } from './media-address.ts'
import { meetingOf, meetingSentence } from './meeting-address.ts'

const addressErrorMessages: Record<AddressError, () => string> = {
  long: () => t('An address has at most {max} characters.', { max: urlMaxChars }),
  scheme: () => t('Please enter an address that begins with https://'),
  own: () => t('Enter a file on this site as a path below /media/.'),
  broken: () => t('Please enter a valid address.'),
  user: () => t('An address can’t contain a user name or password.'),
  port: () => t('An address can’t contain a port.'),
  host: () => t('Please enter a public address: a domain name, not an IP address or a private network name.'),
  youtube: () => t('This YouTube address doesn’t link to a video.'),
  playlist: () => t('Please enter the address of a playlist on another site; its path ends with .m3u8.'),
  audio: () => t('Please enter the address of an audio file, not of a stream or of YouTube.'),
}

/** Schema of a picture or captions address, for form and import. */
function mediaAddressSchema() {
  return addressSchema((address) => {
    const parsed = parseAddress(address)
    return typeof parsed === 'string' ? addressErrorMessages[parsed]() : null
  })
}

/** Schema of a video address: a file, or a YouTube link that names one video. A meeting is named for what it is. */
function videoAddressSchema() {
  return addressSchema((address) => {
    const meeting = meetingOf(address)
    if (meeting?.mayBeRecording === false) return meetingSentence(meeting)
    const parsed = parseAddress(address)
    if (typeof parsed === 'string') return addressErrorMessages[parsed]()
    return parseVideoAddress(address) === null ? addressErrorMessages.youtube() : null
  })
}

/** Schema of an audio address: a file, never a stream or YouTube's. */
function audioAddressSchema() {
  return addressSchema((address) => {
    const parsed = parseAddress(address)
    if (typeof parsed === 'string') return addressErrorMessages[parsed]()
    return parseVideoAddress(address)?.kind === 'file' ? null : addressErrorMessages.audio()
  })
}

function addressSchema(messageOf: (address: string) => string | null) {
  return z.pipe(
    z.pipe(
      z.string({ error: addressErrorMessages.broken }),
      z.transform((address: string) => address.trim()),
    ),
    z.string().check((ctx) => {
      const message = messageOf(ctx.value)
      if (message !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message })
    }),
  )
}

/** Schemas of a template's addresses, each with its field's error messages. */
export const templateAddressesSchema = () =>
  z.object({
    videoUrl: videoAddressSchema(),
    thumbnailUrl: z._default(z.nullable(mediaAddressSchema()), null),
    captionsUrl: z._default(z.nullable(mediaAddressSchema()), null),
    audioUrl: z.optional(z.nullable(audioAddressSchema())),
  })

/** Schema of where a live sitting is seen and heard: 'here', 'elsewhere', or the https address of a playlist. */
export function liveSourceSchema() {
  return addressSchema((address) => {
    if (address === 'here' || address === 'elsewhere') return null
    const parsed = parseAddress(address)
    if (typeof parsed === 'string') return addressErrorMessages[parsed]()
    const isPlaylist = !parsed.isOwn && parseVideoAddress(address)?.kind === 'hls'
    return isPlaylist ? null : addressErrorMessages.playlist()
  })
}
