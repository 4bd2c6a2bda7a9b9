// The page in the member's language: after a sign-in on a new device, or a choice here, in another tab or elsewhere.
import { useLayoutEffect } from 'react'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import { chosenLanguage, switchLanguage } from '#web/i18n/page-language.ts'
import { useVisitActive } from '#web/visit-state.ts'

// A page that was asked for in a language and has another comes from a server without that language.
const choiceAtLoad = chosenLanguage()

/** True while the page reloads in the member's language. It waits for the end of a visit in this tab (LANG-08). */
export function useMemberLanguage(language: Language | null): boolean {
  const isVisitActive = useVisitActive()
  const isSwitching =
    language !== null &&
    language !== currentLocale() &&
    !isVisitActive &&
    choiceAtLoad !== language &&
    navigator.cookieEnabled
  // Before the effects of the screen, which would open the room.
  useLayoutEffect(() => {
    if (isSwitching) switchLanguage(language)
  }, [isSwitching, language])
  return isSwitching
}
