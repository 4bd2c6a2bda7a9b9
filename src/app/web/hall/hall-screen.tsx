// A hall's screen: what a group in one place sees and hears of a sitting, by a link of its host.
import './hall.css'
import { useEffect, useState, type ReactNode } from 'react'
import { hallTokenOf } from '#features/halls/address.ts'
import { useHall } from '#features/halls/web/use-hall.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { OpeningRosette } from '#web/ui/rosette.tsx'
import { HallOfSitting } from './hall-of-sitting.tsx'

export function HallScreen() {
  const { state, retry } = useHall(useToken())
  switch (state.kind) {
    case 'loading':
      return (
        <Words title={t('Opening the hall')}>
          <OpeningRosette size={64} />
        </Words>
      )
    case 'failed':
      return (
        <Words title={t('The hall didn’t load')}>
          <p>{t('It tries again by itself. Is this device online?')}</p>
        </Words>
      )
    case 'closed':
      return (
        <Words title={t('The hall is closed')}>
          <p>{t('This link has ended. Ask the host for a new one.')}</p>
          <Button variant="clear" onClick={retry}>
            {t('Try again')}
          </Button>
        </Words>
      )
    case 'open':
      return <HallOfSitting hall={state.hall} isOffline={state.isOffline} />
  }
}

/** The token of the address, also after another one is pasted into it. */
function useToken(): string | null {
  const [token, setToken] = useState(() => hallTokenOf(window.location.hash))
  useEffect(() => {
    const update = () => setToken(hallTokenOf(window.location.hash))
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return token
}

/** Alone on a dark screen: nothing of the sitting is left. */
function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="hall hall-dark">
      <div role="status" className="hall-words">
        <h1 className="serif hall-title">{title}</h1>
        {children}
      </div>
    </main>
  )
}
