// Contact list: where a member finds help outside the community, each with its phone number or address as a link.
import { clsx } from 'clsx'
import { contentLang } from '../i18n/content-language.ts'

interface ContactListProps {
  contacts: readonly { name: string; contact: string; href: string | null; where: string }[]
  /** Said when there are none. */
  otherwise: string
}

export function ContactList({ contacts, otherwise }: ContactListProps) {
  if (contacts.length === 0) return <p>{otherwise}</p>
  return (
    <ul lang={contentLang(null)} className="grid gap-1.5">
      {contacts.map(({ name, contact, href, where }) => (
        <li key={`${name} ${contact}`} className="min-w-0 wrap-anywhere">
          <span className="font-strong">{name}</span>
          {where !== '' && <span className="text-ink-3">{` · ${where}`}</span>}
          <span>: </span>
          {href === null ? (
            <span>{contact}</span>
          ) : (
            <a
              href={href}
              {...(href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
              className={clsx(
                'font-medium text-primary underline underline-offset-4',
                href.startsWith('tel:') && 'whitespace-nowrap',
              )}
            >
              {contact}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
