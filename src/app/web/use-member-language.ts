// The page in the member's language: after a sign-in on a new device, or a choice here, in another tab or elsewhere.
import { useLayoutEffect } from 'react'
import { readerLanguage, type Language } from '#shared/t.ts'
import { chosenLanguage, switchLanguage } from '#web/page-language.ts'
import { useVisitActive } from '#web/visit-state.ts'

/** True while the page reloads in the member's language. It waits for the end of a visit in this tab (LANG-08). */
export function useMemberLanguage(language: Language | null): boolean {
  const isVisitActive = useVisitActive()
  const isSwitching =
    language !== null &&
    language !== readerLanguage() &&
    !isVisitActive &&
    // Else the server doesn't have this language.
    chosenLanguage() !== language
  // Before the effects of the screen, which would open the room.
  useLayoutEffect(() => {
    if (isSwitching) switchLanguage(language)
  }, [isSwitching, language])
  return isSwitching
}
