import { useSelector } from '@xstate/react'
import { useCore, useT } from './useCore.tsx'

/** Name and logo of the company that runs the gateway: as it says, or said last in this browser, else our name without a logo. */
export function useCompany(): { name: string; logo: string | null } {
  const t = useT()
  const { session, store } = useCore()
  const told = useSelector(session, ({ context }) => context.companySystemInfo)
  const company = told ?? store.company.get()
  return { name: company?.name || t('app.name'), logo: loadableLogo(company?.logo ?? '') }
}

/** The address of a logo that the content policy lets load, of this origin or with the picture in itself; null for any other. */
function loadableLogo(logo: string): string | null {
  if (logo.startsWith('data:image/')) return logo
  const { origin, href } = window.location
  return logo !== '' && URL.parse(logo, href)?.origin === origin ? logo : null
}
