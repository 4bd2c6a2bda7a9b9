// Stock picture card for administrators: status and actions (PIC-01, PIC-06).
import { clsx } from 'clsx'
import { Eye, EyeOff, Trash2 } from 'lucide-react'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { picturesCalls, profileCalls, type ManagedPicture } from '../../contract.ts'

interface PictureCardProps {
  picture: ManagedPicture
  onDelete: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.8 } as const

export function PictureCard({ picture, onDelete }: PictureCardProps) {
  const { id, name, imageData, isActive } = picture
  const { isPending, errorText, toggle } = useToggle(picture)
  return (
    <article aria-label={name} className="picture-card">
      <Avatar
        id={id}
        name={name}
        src={imageData}
        size={112}
        className={clsx('transition-opacity', !isActive && 'opacity-55')}
      />
      <h2 className="mt-1 max-w-full font-strong wrap-anywhere">{name}</h2>
      <span
        className={clsx(
          'rounded-pill border px-2.5 py-0.5 text-meta',
          isActive ? 'border-transparent bg-primary-soft text-primary' : 'border-line text-ink-3',
        )}
      >
        {t('{state, select, active {Active} other {Inactive}}', { state: isActive ? 'active' : 'inactive' })}
      </span>
      <div className="picture-actions">
        <Tooltip text={isActive ? t('Make inactive') : t('Make active')}>
          <IconButton
            variant="subtle"
            label={isActive ? t('Make {name} inactive', { name }) : t('Make {name} active', { name })}
            busy={isPending}
            onClick={toggle}
          >
            {isActive ? <EyeOff {...icon} /> : <Eye {...icon} />}
          </IconButton>
        </Tooltip>
        <Tooltip text={t('Delete')}>
          <IconButton
            variant="subtle"
            label={t('Delete {name}', { name })}
            aria-haspopup="dialog"
            onClick={onDelete}
          >
            <Trash2 {...icon} />
          </IconButton>
        </Tooltip>
      </div>
      {errorText !== null && (
        <p role="alert" className="pb-2 text-small text-danger">
          {errorText}
        </p>
      )}
    </article>
  )
}

function useToggle({ id, isActive, version }: ManagedPicture) {
  const { mutate, isPending, error } = useCallMutation(picturesCalls.updatePicture, {
    refetch: [picturesCalls.managedPictures],
    evict: [profileCalls.stockPictures],
    onSuccess: () => toast({ title: adminMessages.pictureUpdated }),
    onError: (failure) => {
      logFailure('A picture was not updated.', failure)
      showAdminErrorToast(adminMessages.updatePictureFailed)
    },
  })
  return {
    isPending,
    errorText: error && errorMessageOf(error, messages.notSaved),
    toggle: () => mutate({ params: { id: String(id) }, body: { isActive: !isActive, version } }),
  }
}
