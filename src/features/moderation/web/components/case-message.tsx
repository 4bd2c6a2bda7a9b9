// The message of a case as it was, and a person of it.
import { clsx } from 'clsx'
import { t } from '#shared/i18n/t.ts'
import type { Case } from '../../cases-contract.ts'

/** An empty text: its author's account is erased. */
export function CaseText({ text, className }: { text: string; className?: string }) {
  if (text === '') return <p className={clsx('text-ink-3', className)}>{t('The text is deleted.')}</p>
  return (
    <p dir="auto" className={clsx('wrap-anywhere whitespace-pre-wrap', className)}>
      {text}
    </p>
  )
}

/** What became of the message, in words; null while everyone sees it. */
export function messageState(message: Case['message']): string | null {
  if (message === null) return null
  if (message.isDeleted) return t('No longer shown')
  return message.isFolded ? t('Resting until it is decided') : null
}

export function Tag({ children }: { children: string }) {
  return (
    <span className="rounded-pill bg-primary-soft px-2.5 py-0.5 text-small whitespace-nowrap">
      {children}
    </span>
  )
}
