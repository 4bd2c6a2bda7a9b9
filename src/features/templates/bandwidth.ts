// What a template's video asks of the network that it comes from.
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'

/** Assumed while the number of members isn't known. */
const assumedMembers = 200
/** 200 members at 1.5 Mbit/s. More would slow the live room, which uses the same network. */
const ownServerMaxBitsPerSecond = 300_000_000

/** What the video needs for all members at once; `isOwn`: it lies on this server. */
export function bandwidthNote({
  bitsPerSecond,
  members,
  isOwn,
}: {
  bitsPerSecond: number
  /** Null while unknown. */
  members: number | null
  isOwn: boolean
}): string {
  const count = Math.max(1, members ?? assumedMembers)
  const total = bitsPerSecond * count
  const rate = formatBitrate(bitsPerSecond)
  const need =
    count === 1
      ? t('It needs about {rate} for each member.', { rate })
      : t('It needs about {rate} for each member: {members} at once need {total}.', {
          rate,
          members: formatNumber(count),
          total: formatBitrate(total),
        })
  if (!isOwn || total <= ownServerMaxBitsPerSecond) return need
  const advice = t(
    'That is too much for this server. “Where the video should come from” in docs/operations.md names better places.',
  )
  return `${need} ${advice}`
}

/** What a member loads of a teacher who is seen from this site, picture and sound; and of the sound alone. */
const liveBitsPerSecond = { picture: 560_000, sound: 64_000 }

/** What such a teacher asks of this server's uplink for all members at once (STREAM-10). */
export function uplinkNote(members: number | null): string {
  const count = Math.max(1, members ?? assumedMembers)
  const total = liveBitsPerSecond.picture * count
  const rate = `${formatNumber(liveBitsPerSecond.picture / 1_000_000)} Mbit/s`
  if (count === 1) return t('Each member loads {rate}.', { rate })
  const need = t(
    'Each member loads {rate}: {members} at once need {total}, or {sound} if all take the sound only.',
    {
      rate,
      members: formatNumber(count),
      total: formatBitrate(total),
      sound: formatBitrate(liveBitsPerSecond.sound * count),
    },
  )
  if (total <= ownServerMaxBitsPerSecond) return need
  const advice = t(
    'That is too much for this server. Use the address of a stream elsewhere, or a CDN before /live/, as docs/stream-server.md describes.',
  )
  return `${need} ${advice}`
}

/** '0.2 Mbit/s', '48 Mbit/s', '1.5 Gbit/s'. */
function formatBitrate(bitsPerSecond: number): string {
  const megabits = bitsPerSecond / 1_000_000
  return megabits < 999.5 ? `${rounded(megabits)} Mbit/s` : `${rounded(megabits / 1_000)} Gbit/s`
}

function rounded(value: number): string {
  return formatNumber(value < 9.95 ? Math.max(0.1, Math.round(value * 10) / 10) : Math.round(value))
}
