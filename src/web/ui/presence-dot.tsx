// Presence dot: shows a connection's state at a glance; the text next to it says the same.
import { clsx } from 'clsx'

const tones = {
  here: 'bg-success [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--success)_18%,transparent)]',
  waiting: 'bg-dawn [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--dawn)_24%,transparent)]',
  away: 'bg-line-strong [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--line-strong)_18%,transparent)]',
}

/** `here` connected or online, `waiting` connecting, `away` offline. Decorative. */
export function PresenceDot({ tone = 'here' }: { tone?: 'here' | 'waiting' | 'away' }) {
  return (
    <i aria-hidden="true" className={clsx('m-1 inline-block size-2 flex-none rounded-pill', tones[tone])} />
  )
}
