import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.css'
import { App } from './app/App.tsx'
import { createCore } from './app/wiring/createCore.ts'
import { showLoadError } from './loading/loadError.ts'

const byId = (id: string) => document.getElementById(id) as HTMLElement

async function start() {
  const wired = await createCore({
    window,
    fetch: window.fetch.bind(window),
    reload: () => window.location.reload(),
    regions: { polite: byId('polite'), assertive: byId('assertive') },
    analyticsUrl: import.meta.env.VITE_ANALYTICS_URL,
    reportingHost: import.meta.env.VITE_ERROR_REPORT_HOST ?? 'demo.console.invalid',
  })
  createRoot(byId('root')).render(
    <StrictMode>
      <App {...wired} />
    </StrictMode>,
  )
}

// Not awaited: the chunks it loads import this module, so a top-level await would deadlock.
start().catch((cause) => {
  showLoadError(byId('root'), () => window.location.reload())
  throw cause
})
