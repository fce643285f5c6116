import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { applySuggestion, complete } from '../../query/complete.ts'
import type { Span } from '../../query/fault.ts'
import type { Suggestion } from '../../query/field.ts'
import { parse, print, rewrite } from '../../query/language.ts'
import { highlightText } from '../../query/marks.ts'
import { isListOf, isText } from '../../state/storedShapes.ts'
import type { List } from '../list.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './FilterLine.module.css'
import { FilterLineBox, type FilterLineProps } from './FilterLine.tsx'
import { FilterSuggestions } from './FilterSuggestions.tsx'
import { filterExample } from './filterExample.ts'
import { grammarOf, toDraft } from './grammar.ts'
import { NO_VOCABULARY, vocabularyOf } from './vocabulary.ts'

/** The number of recently used suggestions to store. */
const MAX_RECENT = 30

/**
 * The editor of the filter text, with completion. Tab accepts a suggestion. Enter applies the text, and accepts a suggestion
 * only if the text is incomplete without it and changes with it.
 */
export function FilterLineEditor({ ref, isWanted, draftState }: FilterLineProps) {
  const { controller, words } = useOpenList()
  const { list, console, address, choiceSource } = controller
  const { t } = words
  const { draft, line, isValidated } = draftState
  const now = address.now()
  const [vocabulary, setVocabulary] = useState(NO_VOCABULARY)
  const grammar = useMemo(() => grammarOf(list, words, now, { vocabulary }), [list, words, now, vocabulary])
  const text = useMemo(() => line?.text ?? print(draft, grammar), [line, draft, grammar])
  const parsed = useMemo(() => parse(text, grammar), [text, grammar])
  const input = useRef<HTMLInputElement>(null)
  const highlights = useRef<HTMLSpanElement>(null)
  const nextSelection = useRef<Span | null>(null)
  const [caret, setCaret] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<number | null>(null)
  const id = useId()
  const recent = useMemo(() => console.store.own('filterWords', isListOf(isText)), [console])

  const isAtCaret = ({ start, end }: Span) => start <= caret && caret <= end
  const faults = line === null ? [] : parsed.faults
  const shownFaults = isValidated ? faults : faults.filter((fault) => !isAtCaret(fault))
  const completion = useMemo(
    () => (isOpen ? complete(text, caret, grammar, recent.get() ?? []) : null),
    [isOpen, text, caret, grammar, recent],
  )
  const suggestions = completion?.suggestions ?? []
  const [first] = suggestions
  const changesText = (suggestion: Suggestion) =>
    completion !== null && applySuggestion(text, completion, suggestion).text !== text
  const required = first !== undefined && changesText(first) && faults.some(isAtCaret) ? 0 : null
  const active = picked ?? required

  const write = (next: string, at: number) => {
    const { query, faults: wrong } = parse(next, grammar)
    draftState.setText({ text: next, faults: wrong }, toDraft(query))
    setCaret(at)
    setPicked(null)
  }
  const lastT = useRef(t)
  useEffect(() => {
    const isTranslated = lastT.current !== t && line?.faults.length === 0
    lastT.current = t
    if (line === null || line.faults.length === parsed.faults.length) return
    // A valid text is printed again after a language change. Choices and words that arrived later can make a word invalid, or valid.
    if (isTranslated) draftState.setText(null, null)
    else draftState.setText({ text, faults: parsed.faults }, toDraft(parsed.query))
  }, [line, parsed, text, t, draftState.setText])

  const select = (part: Span) => {
    // The selected text may not be rendered yet.
    nextSelection.current = part
    input.current?.focus()
    input.current?.setSelectionRange(part.start, part.end)
    setCaret(part.end)
  }
  const focus = () => {
    // Typing continues with a new condition.
    const next = text === '' || text.endsWith(' ') ? text : `${text} `
    if (next !== text) write(next, next.length)
    select({ start: next.length, end: next.length })
    setOpen(true)
  }
  const pointAt = (part: Span) => {
    select(part)
    setOpen(true)
  }
  useImperativeHandle(ref, () => ({
    focus,
    pointAt,
    rewrite(changes) {
      const next = rewrite(text, draft, changes, grammar)
      return { text: next, faults: parse(next, grammar).faults }
    },
  }))
  const focusFirst = useRef(focus)
  useLayoutEffect(() => {
    if (isWanted) focusFirst.current()
  }, [isWanted])
  const scrollHighlights = () => {
    if (highlights.current !== null) highlights.current.scrollLeft = input.current?.scrollLeft ?? 0
  }
  useLayoutEffect(() => {
    if (nextSelection.current !== null) input.current?.setSelectionRange(nextSelection.current.start, nextSelection.current.end)
    nextSelection.current = null
    scrollHighlights()
  })

  const take = (suggestion: Suggestion) => {
    if (completion === null) return
    const next = applySuggestion(text, completion, suggestion)
    recent.set([suggestion.text, ...(recent.get() ?? []).filter((one) => one !== suggestion.text)].slice(0, MAX_RECENT))
    write(next.text, next.caret)
    nextSelection.current = { start: next.caret, end: next.caret }
    // A name or an operator is followed by a value.
    setOpen(/[:=<>]$/.test(suggestion.text))
  }
  const changed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    nextSelection.current = null
    write(target.value, target.selectionStart ?? target.value.length)
    setOpen(true)
  }
  const selected = () => {
    const place = input.current?.selectionEnd ?? 0
    if (place !== caret) setCaret(place)
  }

  const faultText = ({ start, key, params }: (typeof faults)[number]) =>
    t('query.fault.at', { n: start + 1, fault: t(key, params) })

  function keyed(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      return setPicked(suggestions.length === 0 ? null : wrapIndex(active, key === 'ArrowDown' ? 1 : -1, suggestions.length))
    }
    const hasInput = active !== null || (completion?.typed ?? '') !== ''
    const offered = suggestions[active ?? 0]
    if (key === 'Tab' && !shiftKey && hasInput && offered !== undefined) {
      event.preventDefault()
      take(offered)
    } else if (key === 'Enter' && active !== null && offered !== undefined && changesText(offered)) {
      event.preventDefault()
      take(offered)
    } else if (key === 'Enter') {
      setOpen(false)
      if (faults[0] !== undefined) console.announcer.assertive(faultText(faults[0]))
    } else if (key === 'Escape' && suggestions.length > 0) {
      // With the suggestions closed, the next Escape bubbles up.
      setOpen(false)
    } else if (key === 'Backspace') erase(event)
  }
  /** After a condition and a space, the first Backspace selects the condition and the second deletes it. */
  function erase(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const last = parsed.terms.find(({ end }) => end < caret && text.slice(end, caret).trim() === '')
    if (selectionStart !== selectionEnd || selectionEnd !== caret || last === undefined) return
    event.preventDefault()
    select({ start: last.start, end: caret })
  }
  const blurred = () => {
    setOpen(false)
    setPicked(null)
    if (line !== null && faults.length === 0) draftState.setText(null, null)
  }

  const [fault] = shownFaults
  const listId = `${id}-list`
  return (
    <div className={styles.line} data-line="">
      <FilterLineBox example={text === '' ? filterExample(list, words) : null}>
        <span ref={highlights} className={styles.marks} aria-hidden="true">
          {highlightText(text, parsed.terms, shownFaults).map(({ start, isTerm, stretches }) => (
            <span key={start} className={isTerm ? styles.term : undefined}>
              {stretches.map((one) => (
                <span key={one.start} className={one.isWrong ? styles.wrong : undefined}>
                  {one.text}
                </span>
              ))}
            </span>
          ))}
        </span>
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={t('filter.line')}
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={listId}
          aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={changed}
          onSelect={selected}
          onKeyDown={keyed}
          onBlur={blurred}
          onFocus={() => {
            // Without them the words of this language and English are understood.
            vocabularyOf(controller).then(setVocabulary, () => {})
            for (const one of sourcesOf(list)) choiceSource.need(one)
          }}
          onClick={() => setOpen(true)}
          onScroll={scrollHighlights}
        />
      </FilterLineBox>
      <div className={styles.under}>
        {fault !== undefined && (
          <p id={`${id}-fault`} className={styles.fault}>
            {faultText(fault)}
          </p>
        )}
        <FilterSuggestions id={listId} {...{ suggestions, active, take }} />
      </div>
    </div>
  )
}

/** The calls that load the choices of this list's filters. */
const sourcesOf = ({ filters }: List) =>
  (['channels', 'networks', 'methods'] as const).filter((one) =>
    filters.some((filter) => filter.kind === 'several' && filter.from === one),
  )

const wrapIndex = (from: number | null, by: 1 | -1, count: number): number =>
  from === null ? (by === 1 ? 0 : count - 1) : (from + by + count) % count
