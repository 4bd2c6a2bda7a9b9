// The care card's place on every screen, and its ways to the garden angels and to /care.
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { offerCare, useCareOffer } from '#features/energy/web/care-offer.ts'
import { useHelpOpener } from '#features/help/web/help-opener.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'

const loadCareCard = async () => (await import('#features/energy/web/care-card.tsx')).CareCard

/** Before the screen in the tab order, and at its foot for the eye. */
export function CareNotice() {
  const care = useCareOffer()
  const openHelp = useHelpOpener()
  const [CareCard, load] = useLazyImport(loadCareCard)
  useEffect(() => {
    if (care !== null) load()
  }, [care, load])
  const close = () => offerCare(null)
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {care && 'A few kind words for you are on this page, before its main part.'}
      </p>
      {care && CareCard && (
        <div className="pointer-events-none fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-40 md:right-auto md:left-6 md:w-[27rem]">
          <CareCard
            care={care}
            onTalk={
              openHelp &&
              (() => {
                close()
                openHelp('care')
              })
            }
            more={
              <Link to="/care" className="font-medium text-primary underline underline-offset-4">
                More about what helps
              </Link>
            }
            onClose={close}
          />
        </div>
      )}
    </>
  )
}
