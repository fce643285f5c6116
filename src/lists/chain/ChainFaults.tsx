import { Unlink } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { Amount } from '../../table/cellFormats.tsx'
import styles from '../summary/detailHeader.module.css'
import { useOpenList } from '../useOpenList.ts'
import type { ChainFault } from './findChainFaults.ts'

/** The faults of a movement: its values and those expected from its neighbors. */
export function ChainFaults({ row }: { row: ListedRow }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const chain = controller.warnings!
  const faults = useSyncExternalStore(chain.subscribe, () => chain.faultsOf(row))
  if (faults.length === 0) return null
  const { fractionDigits } = controller.list
  const format = (value: string, { isAmount }: ChainFault) =>
    isAmount ? <Amount value={value} fractionDigits={fractionDigits} /> : value
  return (
    <section className={styles.alarm} aria-label={t('chain.title')}>
      <h3 className={styles.title}>
        <Unlink size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('chain.title')}
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('chain.found')}</th>
            <th scope="col">{t('chain.expected')}</th>
          </tr>
        </thead>
        {Array.from(
          Map.groupBy(faults, ({ what }) => what),
          ([what, group]) => (
            <tbody key={what}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {t(what)}
                </th>
              </tr>
              {group.map((fault) => (
                <tr key={fault.title}>
                  <th scope="row">{t(fault.title)}</th>
                  <td>{format(fault.found, fault)}</td>
                  <td>{format(fault.expected, fault)}</td>
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </section>
  )
}
