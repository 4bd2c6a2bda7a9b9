// The care card after a hard sitting, for its member alone (CARE-01). It is no dialog (CARE-05).
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Care } from '#features/community/care.ts'
import { careContacts, careLines, emergencySentence } from '#features/community/rules.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ContactList } from '#web/ui/contact-list.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { careCalls } from '../contract.ts'

interface CareCardProps {
  care: Care
  /** Asks the garden angels; null while that isn't possible. */
  onTalk: (() => void) | null
  /** The link to /care. */
  more: ReactNode
  /** Part of an ending, over its water; else it lies over the page. */
  isInEnding: boolean
  onClose: () => void
}

export function CareCard({ care, onTalk, more, isInEnding, onClose }: CareCardProps) {
  const titleId = useId()
  const decline = useCallMutation(careCalls.chooseCare, {
    onSuccess: onClose,
    onError: (error) => logFailure('The choice of the care card was not saved.', error),
  })
  return (
    <section
      aria-labelledby={titleId}
      className={clsx(
        'motion-fade pointer-events-auto grid w-full max-w-md rounded-media border border-line bg-surface text-start text-ink shadow-media overflow-y-auto',
        isInEnding ? 'max-h-full gap-2 px-5 pt-2 pb-3 text-[0.95rem]/[1.4]' : 'max-h-[75dvh] gap-3 p-5',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="serif text-section">
          {t('Be kind to yourself now')}
        </h2>
        <IconButton label={t('Close')} variant="subtle" onClick={onClose}>
          <X aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </div>
      <ul lang={contentLang(care.language)} className="grid gap-1.5">
        {careLines(care.text).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ContactList contacts={careContacts(care.resources)} otherwise={translate(emergencySentence)} />
      <p className="text-small">{more}</p>
      {decline.isError && <FormError>{messages.notSaved}</FormError>}
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {onTalk && <Button onClick={onTalk}>{t('Talk to a garden angel')}</Button>}
        <Button
          variant="subtle"
          busy={decline.isPending}
          onClick={() => {
            if (!decline.isPending) decline.mutate({ body: { isOffered: false } })
          }}
        >
          {t('Don’t show this again')}
        </Button>
      </div>
    </section>
  )
}
