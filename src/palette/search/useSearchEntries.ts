import { useEffect, useMemo, useState } from 'react'
import type { Command } from '#commands/command.ts'
import type { Units } from '../../format/parseAmount.ts'
import { onlyWhenIdle, runInSequenceWhenIdle } from '../../loading/whenIdle.ts'
import { useConsole, useLocale, useT } from '../../useConsole.tsx'
import { type Lexicon, lexiconOf } from '../filterWords/readFilterWords.ts'
import type { SearchEntry } from './rank.ts'
import { loadVocabulary, NO_VOCABULARY, searchEntries, unitsOf, type Vocabulary } from './vocabulary.ts'

export interface CommandSearch {
  readonly entries: readonly SearchEntry<Command>[]
  readonly lexicon: Lexicon
  /** Unit suffixes of amounts. */
  readonly units: Units
  /** Whether the words of all languages are loaded. False while they load: an Enter waits for them. */
  readonly isComplete: boolean
}

/** Milliseconds after which an Enter does not wait for the words any longer. */
const MOST_WAIT_MS = 1_500

/** The search entries of all commands, first by their titles, and with the words of all languages soon after the palette opens. */
export function useSearchEntries(isOpen: boolean): CommandSearch {
  const t = useT()
  const locale = useLocale()
  const { registry } = useConsole()
  const [loaded, setLoaded] = useState<Vocabulary | null>(null)
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    if (loaded !== null) return
    const load = () =>
      loadVocabulary().then(
        (vocabulary) => setLoaded((known) => known ?? vocabulary),
        // Without a connection the titles have to do; the next opening tries again.
        () => isOpen && setLate(true),
      )
    if (!isOpen) return onlyWhenIdle(load)
    load()
    const timer = setTimeout(() => setLate(true), MOST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isOpen, loaded])

  const entries = useMemo(() => searchEntries(registry.all, t, loaded ?? NO_VOCABULARY, locale), [registry, t, loaded, locale])
  // The first key is answered sooner when the texts are prepared before it is pressed.
  useEffect(() => (loaded !== null ? runInSequenceWhenIdle(preparations(entries)) : undefined), [loaded, entries])

  const lexicon = useMemo(() => lexiconOf(loaded ?? NO_VOCABULARY), [loaded])
  const units = useMemo(() => unitsOf(loaded ?? NO_VOCABULARY, t), [loaded, t])
  const isComplete = loaded !== null || isLate
  return useMemo(() => ({ entries, lexicon, units, isComplete }), [entries, lexicon, units, isComplete])
}

/** How many entries are prepared in one go: a few milliseconds of work on a slow machine. */
const PREPARED_AT_ONCE = 8

/** Steps that prepare the texts of all entries. */
const preparations = (entries: readonly SearchEntry<Command>[]): (() => Promise<void>)[] =>
  Array.from({ length: Math.ceil(entries.length / PREPARED_AT_ONCE) }, (_, step) => async () => {
    for (const entry of entries.slice(step * PREPARED_AT_ONCE, (step + 1) * PREPARED_AT_ONCE)) void entry.fields
  })
