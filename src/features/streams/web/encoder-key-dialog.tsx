// The key with which an encoder such as OBS publishes to one's own stream server: made by a press, and shown once.
import type { RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { copyText } from '#web/secure-context.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { streamHostingCalls } from '../hosting-contract.ts'

interface EncoderKeyDialogProps {
  sittingId: number
  returnFocusTo: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The key is in the page only while the dialog is open. */
export function EncoderKeyDialog({ sittingId, returnFocusTo, onClose }: EncoderKeyDialogProps) {
  const renewal = useCallMutation(streamHostingCalls.renewStreamKey)
  const made = renewal.data
  const make = () => renewal.mutate({ params: { id: String(sittingId) } })
  return (
    <Dialog
      open
      size="sm"
      title={t('Key for an encoder')}
      description={t(
        'With it a program such as OBS sends to your own stream server, until the picture of this sitting ends.',
      )}
      returnFocusTo={returnFocusTo}
      onOpenChange={(open) => !open && !renewal.isPending && onClose()}
      footer={
        <>
          <Button disabled={renewal.isPending} onClick={onClose}>
            {t('Close')}
          </Button>
          {!made && (
            <Button variant="primary" busy={renewal.isPending} onClick={make}>
              {t('Make a key')}
            </Button>
          )}
        </>
      }
    >
      {renewal.isError && (
        <FormError>{objectionOf(renewal.error, t('That didn’t work. Please try again.'))}</FormError>
      )}
      {made ? (
        <div role="status" className="grid gap-4">
          <p className="text-small text-ink-2">
            {t('It is as secret as a password, and isn’t shown again. Lost it? Make another one.')}
          </p>
          <Given label={t('Server')} text={made.server} />
          <Given label={t('Stream key')} text={made.streamKey} />
        </div>
      ) : (
        <p>{t('A new key ends the one before.')}</p>
      )}
    </Dialog>
  )
}

function Given({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    const isCopied = await copyText(text)
    toast(
      isCopied
        ? { title: t('Copied!') }
        : {
            title: t('Not copied'),
            description: t('Please select the text and copy it manually.'),
            variant: 'destructive',
          },
    )
  }
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label}>
          <Input readOnly dir="ltr" value={text} onFocus={({ target }) => target.select()} />
        </Field>
      </div>
      <Button aria-label={t('Copy: {label}', { label })} onClick={() => void copy()}>
        {t('Copy')}
      </Button>
    </div>
  )
}
