// 'Use the sample': adds the meditation that ships with the product, with one press.
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { templatesCalls } from '../../contract.ts'
import { sampleTemplate } from '../../sample-template.ts'

export function UseSampleButton() {
  const { mutate, isPending } = useCallMutation(templatesCalls.createTemplate, {
    refetch: [templatesCalls.templates],
    onSuccess: () => toast({ title: adminMessages.templateCreated }),
    onError: (error) =>
      showAdminErrorToast(errorMessageOf(error, t('The sample was not added. Please try again.'))),
  })
  return (
    <Button busy={isPending} onClick={() => mutate({ body: sampleTemplate() })}>
      {t('Use the sample')}
    </Button>
  )
}
