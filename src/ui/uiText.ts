import { createContext, use } from 'react'
import type { CommonKey } from '#locales/messages.ts'

/** Translates the texts that controls have in common. The console provides it; without one, a text is its key. */
export const UiText = createContext<(key: CommonKey, params?: Record<string, string | number>) => string>((key) => key)

export const useUiText = () => use(UiText)
