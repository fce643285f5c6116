import { useSelector } from '@xstate/react'
import { ChevronsDown, ChevronsUp, Search } from 'lucide-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './FilterBar.module.css'
import { FilterControl } from './FilterControl.tsx'
import { FilterLine, type FilterLineHandle, FilterLinePlaceholder } from './FilterLine.tsx'
import type { Draft } from './listFilter.ts'
import { useDraft } from './useDraft.ts'

interface FilterBarProps {
  /** The applied query. */
  applied: Draft
  hasSeveral: boolean
}

/** The filter of a list as text and as controls. Typed values apply on Enter, a date range applies at once. */
export function FilterBar({ applied, hasSeveral }: FilterBarProps) {
  const { controller, words } = useOpenList()
  const { list, address, handles } = controller
  const { t } = words
  const [isOpen, setOpen] = useState(false)
  const [isLineWanted, setLineWanted] = useState(false)
  const areRowsHere = useSelector(controller.actor, ({ context }) => context.epoch > 0)
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<FilterLineHandle>(null)
  const draftState = useDraft({
    list,
    applied,
    apply({ filter, sort }, isSame) {
      address.navigate({ filter, sort, page: 1, at: null, open: null }, isSame ? 'replace' : 'push')
      // Submitting an unchanged filter reloads the list.
      if (isSame) controller.reload()
      // After typing, the focus moves to the rows. After using a control it stays.
      if (document.activeElement?.closest('[data-line]') != null) handles.grid?.focus()
    },
    focusFault(fault) {
      if (typeof fault === 'object') return text.current?.pointAt(fault)
      setOpen(true)
      requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`input[name="${fault}"]`)?.focus())
    },
    rewriteText: (changes) => text.current?.rewrite(changes) ?? null,
  })
  const { filter, faults, isDirty, setField, search } = draftState

  const submitted = (event: FormEvent) => {
    event.preventDefault()
    draftState.submit()
  }
  const reset = () => {
    draftState.reset()
    controller.console.scope().list?.resetFilters()
  }
  const edit = () => form.current?.querySelector<HTMLElement>('[data-line] ~ * input, [data-line] ~ * button')?.focus()
  const focusText = () => {
    if (text.current !== null) return text.current.focus()
    setLineWanted(true)
    const forget = controller.console.keyQueue.expectFocus('[data-line] input')
    FilterLine.fetch().catch(() => {
      forget()
      edit()
    })
  }
  useLayoutEffect(() => {
    handles.filters = {
      focus: focusText,
      edit,
      async type(typed) {
        const { parseFilterText } = await import('./grammar.ts')
        const { draft, faults: wrong } = await parseFilterText(typed, controller, words)
        const [first] = wrong
        if (first === undefined) return draftState.applyDraft(draft)
        draftState.setText({ text: typed, faults: wrong }, draft)
        draftState.validate()
        if (text.current === null) setLineWanted(true)
        else text.current.pointAt(first)
      },
      submit: draftState.submit,
      get hasFocus() {
        return form.current?.contains(document.activeElement) === true
      },
    }
    return () => {
      handles.filters = null
    }
  })

  const controls = list.filters.filter(
    (one) => !('isTyped' in one) && (one.kind !== 'several' || one.field !== 'merchantNo' || hasSeveral),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is the form that searches; an element around it would add nothing
    <form
      ref={form}
      role="search"
      aria-label={t('filter.bar')}
      className={styles.bar}
      data-open={isOpen || undefined}
      data-layer="form"
      noValidate
      onSubmit={submitted}
      onBlur={draftState.validate}
    >
      <div className={styles.controls}>
        {areRowsHere || isLineWanted ? (
          <FilterLine ref={text} isWanted={isLineWanted} draftState={draftState} />
        ) : (
          <FilterLinePlaceholder />
        )}
        {controls.map((control) => (
          <FilterControl
            key={control.kind === 'days' || control.kind === 'amounts' ? control.kind : control.field}
            draft={filter}
            {...{ control, faults, setField, search }}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <IconButton
          icon={isOpen ? ChevronsUp : ChevronsDown}
          aria-expanded={isOpen}
          label={t(isOpen ? 'filter.fewer' : 'filter.more')}
          onClick={() => setOpen(!isOpen)}
        />
        <Button variant={isDirty ? 'primary' : 'plain'} type="submit">
          <Search size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('list.search')}
        </Button>
        <Button variant="quiet" onClick={reset}>
          {t('list.reset')}
        </Button>
      </div>
    </form>
  )
}
