import { useEffect, useRef } from 'react'
import type { Suggestion } from '../../query/field.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './FilterLine.module.css'

interface FilterSuggestionsProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number | null
  take(suggestion: Suggestion): void
}

/** The suggestions and their keys. The focus stays in the text. */
export function FilterSuggestions({ id, suggestions, active, take }: FilterSuggestionsProps) {
  const { t } = useOpenList().words
  const chosen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (suggestions.length === 0) return null
  return (
    <>
      <div id={id} role="listbox" tabIndex={-1} aria-label={t('filter.line.suggestions')} className={styles.list}>
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.text}
            id={`${id}-${index}`}
            ref={index === active ? chosen : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-active={index === active || undefined}
            className={styles.option}
            onPointerDown={(event) => {
              // Keep the focus in the text.
              event.preventDefault()
              take(suggestion)
            }}
          >
            <span className={styles.label}>{suggestion.label}</span>
            <span className="truncate faint">{suggestion.hint}</span>
          </div>
        ))}
      </div>
      <p className={styles.foot} aria-hidden="true">
        <span>
          <Kbd keys="tab" />
          {t('filter.line.take')}
        </span>
        <span>
          <Kbd keys="enter" />
          {t('hint.search')}
        </span>
        <span>
          <Kbd keys="escape" />
          {t('palette.foot.close')}
        </span>
      </p>
    </>
  )
}
