import { ChevronRight, Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Page } from '#machines/palette/page.ts'
import { titleOf } from '../commandText.ts'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import { argumentOf } from './rows/pageRows.ts'
import type { PageName } from './rows/usePaletteRows.ts'

interface PaletteHeadProps
  extends Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown' | 'onChange' | 'onCompositionEnd' | 'onPaste'> {
  name: PageName
  page: Page<SearchableKind>
  isExpanded: boolean
}

/** The palette's input, after the page's subject. */
export function PaletteHead({ name, page, isExpanded, ...inputProps }: PaletteHeadProps) {
  const t = useT()
  const { registry } = useConsole()
  const { task, subject, mode } = page
  const subjectTitle =
    task !== null
      ? titleOf(registry.get(task.command), t)
      : subject !== null
        ? subject.row.platOrderNo
        : mode === 'all'
          ? null
          : t(`palette.mode.${mode}`)
  const prompt: CommonKey =
    argumentOf(task, registry)?.prompt ?? (subject === null ? `palette.prompt.${mode}` : 'palette.prompt.actions')
  const label = name === 'showing' ? t('palette.results') : t(prompt)
  return (
    <div className={styles.head}>
      {subjectTitle === null ? (
        <Search className={styles.lens} size={16} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <span className={styles.subject}>
          <span className={subject !== null && task === null ? styles.number : styles.title}>{subjectTitle}</span>
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <input
        {...inputProps}
        className={styles.input}
        role="combobox"
        aria-expanded={isExpanded}
        aria-autocomplete="list"
        aria-label={subjectTitle === null ? label : `${subjectTitle}: ${label}`}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder={name === 'showing' ? '' : label}
        readOnly={name === 'showing'}
        value={page.text}
      />
    </div>
  )
}
