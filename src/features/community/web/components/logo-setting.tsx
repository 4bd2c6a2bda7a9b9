// The logo: chosen, shown on both themes, and removed; each takes effect at once.
import { useRef, useState } from 'react'
import { pictureFileRules, pictureTypes } from '#features/profile/rules.ts'
import { t } from '#shared/i18n/t.ts'
import { checkFile } from '#web/checked-file.ts'
import { errorMessageOf, validationIssuesOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { LogoRosette } from '#web/ui/rosette.tsx'
import { Section } from '#web/ui/section.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { communityCalls, type CommunitySettings } from '../../contract.ts'

interface LogoSettingProps {
  settings: CommunitySettings
  onSaved: (settings: CommunitySettings) => void
  onRefused: (error: unknown) => void
}

/** Background of both themes, and `--primary` on it. */
const papers = {
  light: { backgroundColor: '#faf7f3', color: '#4b3163' },
  dark: { backgroundColor: '#13111c', color: '#d9cdf0' },
} as const

export function LogoSetting({ settings: { logo, version }, onSaved, onRefused }: LogoSettingProps) {
  const button = useRef<HTMLButtonElement>(null)
  const options = {
    onSuccess: onSaved,
    onError: (error: unknown) => {
      logFailure('The logo was not changed.', error)
      onRefused(error)
    },
  }
  const save = useCallMutation(communityCalls.saveLogo, options)
  const remove = useCallMutation(communityCalls.deleteLogo, options)
  const error = save.error ?? remove.error
  const [fileError, setFileError] = useState<string | null>(null)
  const choose = async (file: File) => {
    remove.reset()
    save.reset()
    const checked = await checkFile(file, pictureFileRules)
    setFileError(checked.error)
    if (checked.file) save.mutate({ body: checked.file, query: { version: String(version) } })
  }
  return (
    <Section
      fields="wide"
      title={t('Logo')}
      lead={t(
        'Shown beside the name, in emails and link previews, and as the icon of the installed app. A PNG may be transparent.',
      )}
    >
      <LogoPapers logo={logo} />
      <div className="flex flex-wrap gap-3">
        <FileButton
          ref={button}
          label={t('Logo file')}
          accept={pictureTypes.join(',')}
          busy={save.isPending}
          onFiles={([file]) => void choose(file)}
        >
          {logo === null ? t('Choose a logo') : t('Choose another logo')}
        </FileButton>
        {logo !== null && (
          <Button
            variant="subtle"
            busy={remove.isPending}
            onClick={() => {
              save.reset()
              setFileError(null)
              remove.mutate({ query: { version: String(version) } })
              button.current?.focus()
            }}
          >
            {t('Remove the logo')}
          </Button>
        )}
      </div>
      <p className="text-small text-ink-3">{messages.pictureHint}</p>
      {(fileError !== null || error) && (
        <FormError>
          {fileError ??
            validationIssuesOf(error)[0]?.message ??
            errorMessageOf(error, adminMessages.communityNotSaved)}
        </FormError>
      )}
    </Section>
  )
}

/** The logo as both themes show it. */
function LogoPapers({ logo }: Pick<CommunitySettings, 'logo'>) {
  return (
    <div className="flex flex-wrap gap-3">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          className="grid h-24 min-w-40 flex-1 place-items-center rounded-panel border border-line px-4"
          style={papers[theme]}
        >
          {logo === null ? (
            <LogoRosette size={40} className="" />
          ) : (
            <img
              src={logo}
              alt={theme === 'light' ? t('The logo on light') : t('The logo on dark')}
              className="max-h-12 max-w-full object-contain"
            />
          )}
        </div>
      ))}
    </div>
  )
}
