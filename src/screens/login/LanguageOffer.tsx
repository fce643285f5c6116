import { type KeyboardEvent, useState } from 'react'
import type { Locale } from '#locales/messages.ts'
import { browserLocale, LOCALES } from '../../i18n.ts'
import { hasModifier } from '../../keyboard/hasModifier.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useCore, useLocale } from '../../useCore.tsx'
import styles from './Login.module.css'

// No login name begins with it, so that the key takes nothing from what is typed.
const KEY = '/'

/** The language of the browser while the console shows another one that the user has not chosen; otherwise null. */
export function useOfferedLocale(): Locale | null {
  const { store } = useCore()
  const locale = useLocale()
  const [preferred] = useState(() => (store.localeKey.get() === null ? browserLocale(navigator.languages) : null))
  return preferred === locale ? null : preferred
}

/** Whether a key press takes the offer. */
export const takesOffer = (event: KeyboardEvent): boolean => event.key === KEY && !hasModifier(event)

interface LanguageOfferProps {
  locale: Locale
  onTake(): void
}

/** A button that switches to a language, in that language. */
export const LanguageOffer = ({ locale, onTake }: LanguageOfferProps) => (
  <button type="button" lang={LOCALES[locale].tag} className={styles.offer} aria-keyshortcuts={KEY} onClick={onTake}>
    <span>{LOCALES[locale].offer}</span>
    <Kbd keys={KEY} />
  </button>
)
