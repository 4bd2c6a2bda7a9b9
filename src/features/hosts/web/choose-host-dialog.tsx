// Who holds a sitting, chosen by an administrator: anyone marked, a moderator, or no one yet (TEACH-02).
import { useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { hostsCalls } from '../contract.ts'
import { hostInvalidations, type HostScope } from './use-host-choice.ts'

interface ChooseHostDialogProps {
  scheduleId: number
  host: { id: number; name: string } | null
  /** Whether later schedules of its series come as well. */
  hasLater: boolean
  /** Names the sitting. */
  label: string
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

const scopes: readonly { value: HostScope; label: string }[] = [
  { value: 'one', label: t('Only this one') },
  { value: 'from', label: t('From here on') },
]

export function ChooseHostDialog(props: ChooseHostDialogProps) {
  const { scheduleId, host, hasLater, label, onClose, returnFocusTo } = props
  const query = useCall(hostsCalls.possibleHosts, {}, { uncached: true })
  const [chosen, setChosen] = useState(host === null ? '' : String(host.id))
  const [scope, setScope] = useState<HostScope>('one')
  const options = { ...hostInvalidations, onSuccess: () => finish() }
  const set = useCallMutation(hostsCalls.setHost, options)
  const remove = useCallMutation(hostsCalls.removeHost, options)
  const isBusy = set.isPending || remove.isPending
  const failure = set.error ?? remove.error
  const finish = () => {
    toast({ title: t('The host is saved') })
    onClose()
  }
  const save = () => {
    if (isBusy) return
    const params = { scheduleId: String(scheduleId) }
    set.reset()
    remove.reset()
    if (chosen === '') remove.mutate({ params, query: { scope } })
    else set.mutate({ params, body: { hostId: Number(chosen), scope } })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      returnFocusTo={returnFocusTo}
      size="sm"
      title={t('Who holds it?')}
      description={label}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={isBusy} disabled={!query.data} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <QueryContent
        query={query}
        failed={t('The list of hosts didn’t load')}
        failedText={t('Nothing was changed.')}
        loading={t('Loading hosts')}
        skeleton={<Skeleton className="h-20" />}
      >
        {(possible) => (
          <div className="grid justify-items-start gap-5">
            {failure && (
              <FormError>{objectionOf(failure, t('That didn’t work. Please try again.'))}</FormError>
            )}
            <Field
              label={t('Held by')}
              hint={t('Administrators, garden angels, and members marked for it in Users.')}
            >
              <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <option value="">{t('Needs a host')}</option>
                {withPresent(possible, host).map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            {hasLater && (
              <Segmented legend={t('Change')} options={scopes} value={scope} onChange={setScope} />
            )}
          </div>
        )}
      </QueryContent>
    </Dialog>
  )
}

/** The present host is in the list, whatever became of their right. */
function withPresent(possible: readonly { id: number; name: string }[], host: ChooseHostDialogProps['host']) {
  return host === null || possible.some(({ id }) => id === host.id) ? possible : [host, ...possible]
}
