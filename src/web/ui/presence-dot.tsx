// Presence dot: shows a connection's state at a glance; the text next to it says the same.
import { clsx } from 'clsx'

const tones = {
  online: 'bg-success [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--success)_18%,transparent)]',
  connecting: 'bg-dawn [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--dawn)_24%,transparent)]',
  offline: 'bg-line-strong [box-shadow:0_0_0_4px_color-mix(in_oklab,var(--line-strong)_18%,transparent)]',
}

/** `online` also means connected. Decorative. */
export function PresenceDot({ tone = 'online' }: { tone?: 'online' | 'connecting' | 'offline' }) {
  return (
    <i aria-hidden="true" className={clsx('m-1 inline-block size-2 flex-none rounded-pill', tones[tone])} />
  )
}
