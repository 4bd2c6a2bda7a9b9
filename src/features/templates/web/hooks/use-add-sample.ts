// Adds a template that ships with the product.
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { templatesCalls, type TemplateInput } from '../../contract.ts'

export function useAddSample() {
  const { mutate, isPending, variables } = useCallMutation(templatesCalls.createTemplate, {
    refetch: [templatesCalls.templates],
    onSuccess: () => toast({ title: adminMessages.templateCreated }),
    onError: (error) =>
      showAdminErrorToast(errorMessageOf(error, t('The sample was not added. Please try again.'))),
  })
  return {
    add: (sample: TemplateInput) => mutate({ body: sample }),
    /** The one that is being added; null for none. */
    added: isPending ? (variables?.body ?? null) : null,
  }
}
