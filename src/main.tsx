import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './tokens.css'
import './styles.css'
import './shared.css'
import './parts.css'
import './page.css'
import './forcedColors.css'
import { App } from './app/App.tsx'
import { createCore } from './app/wiring/createCore.ts'

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
  showLoadError(byId('root'))
  throw cause
})

/**
 * Shown in place of the console when its first texts could not be loaded. In two languages, because the user's is unknown, and
 * on a plain page, because nothing else has loaded.
 */
function showLoadError(root: HTMLElement): void {
  const main = document.createElement('main')
  main.className = 'waiting'
  const text = document.createElement('p')
  text.role = 'alert'
  text.append('页面加载失败', document.createElement('br'), 'Paydesk could not be loaded')
  const button = document.createElement('button')
  button.append('重试 · Try again')
  button.addEventListener('click', () => window.location.reload())
  main.append(text, button)
  root.replaceChildren(main)
  button.focus()
}
