import { useEffect, useMemo, useState } from 'react'
import { useConsole } from '../../useConsole.tsx'
import type { List } from '../list.ts'
import type { ListWords } from '../listWords.ts'
import { conditionsOf } from './conditions.ts'
import type { ListFilter } from './listFilter.ts'

type GroupConditions = typeof import('./groupConditions.ts').groupConditions

/** The conditions of a filter. Those of its groups follow once the script and the texts that describe them are here; few filters have any. */
export function useConditions(filter: ListFilter, list: List, words: ListWords) {
  const [groupConditions, setGroupConditions] = useState<GroupConditions | null>(null)
  const { i18n } = useConsole()
  const hasGroups = filter.where !== undefined
  useEffect(() => {
    if (!hasGroups) return
    Promise.all([import('./groupConditions.ts'), i18n.open('filters')]).then(
      ([module]) => setGroupConditions(() => module.groupConditions),
      // The text of the filter shows them too.
      () => {},
    )
  }, [hasGroups, i18n])
  return useMemo(
    () => [...conditionsOf(filter, list, words), ...(groupConditions?.(filter, list, words) ?? [])],
    [filter, list, words, groupConditions],
  )
}
