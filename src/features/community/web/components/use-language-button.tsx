// 'Use Deutsch': makes the language of this page the community's with one press (MED-48).
import { languageNames } from '#shared/i18n/language-names.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { pageCommunity, setCommunity } from '#web/community.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { communityCalls } from '../../contract.ts'

export function UseLanguageButton({ language }: { language: Language }) {
  const { data: settings } = useCall(communityCalls.communitySettings, {})
  const save = useCallMutation(communityCalls.saveCommunitySettings, {
    refetch: [communityCalls.communitySettings],
    // The step's tick shows it.
    onSuccess: (saved) => setCommunity({ ...pageCommunity(), language: saved.language }),
    onError: (error) => showAdminErrorToast(errorMessageOf(error, adminMessages.communityNotSaved)),
  })
  return (
    <Button
      disabled={!settings}
      busy={save.isPending}
      onClick={() => settings && save.mutate({ body: { version: settings.version, language } })}
    >
      {t('Use {language}', { language: languageNames[language] })}
    </Button>
  )
}
