import { useDeferredValue, useState } from 'react'
import { CUSTOMIZABLE_LAYERS, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { findKeyIssues, withBinding } from '#commands/keyboard/remap.ts'
import { withCommandRuntime } from '../../loading/withCommandRuntime.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { type KeyRow, keyRows } from './keyRows.ts'
import styles from './Preferences.module.css'

/** All keys of this user, searchable by word or key, each editable. */
export const KeysSection = withCommandRuntime(({ changes }: { changes: KeyChanges }) => {
  const t = useT()
  const { registry, scope, preferences } = useConsole()
  const change = (update: (keys: KeyChanges) => KeyChanges) =>
    preferences.changeKeys(update, (keys) => findKeyIssues(keys).length === 0)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<Pick<KeyRow, 'layer' | 'id'> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const source = { registry, scope: scope(), changes, t }
  const rows = keyRows(source, useDeferredValue(typed))
  const row = keyRows(source, '').find(({ layer, id }) => layer === opened?.layer && id === opened.id)
  return (
    <>
      <div className={styles.finder}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('keys.search')}
          placeholder={t('keys.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button aria-disabled={Object.keys(changes).length === 0} onClick={() => change(() => ({}))}>
          {t('preferences.keys.resetAll')}
        </Button>
      </div>
      {CUSTOMIZABLE_LAYERS.map((layer) => {
        const own = rows.filter((one) => one.layer === layer)
        if (own.length === 0) return null
        return (
          <section key={layer} aria-labelledby={`own-keys-${layer}`}>
            <h3 className={styles.layer} id={`own-keys-${layer}`}>
              {t(`keys.layer.${layer}`)}
            </h3>
            <ul className={styles.rows}>
              {own.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    className={styles.row}
                    data-changed={one.isChanged || undefined}
                    onClick={() => {
                      setOpened(one)
                      setOpen(true)
                    }}
                  >
                    <span className="truncate grow">{one.title}</span>
                    {one.isChanged && <span className={styles.mark}>{t('preferences.keys.own')}</span>}
                    <span className="buttons">
                      {one.keys.length === 0 && <span className="faint">–</span>}
                      {one.keys.map((keys) => (
                        <Kbd key={keys} keys={keys} />
                      ))}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <p className={`${styles.nothing} faint`} role="status">
        {rows.length === 0 ? t('keys.nothing', { text: typed }) : ''}
      </p>
      {row !== undefined && (
        <KeyDialog
          open={isOpen}
          row={row}
          changes={changes}
          onClose={() => setOpen(false)}
          onChange={(keys) => change((stored) => withBinding(stored, row.layer, row.id, keys))}
        />
      )}
    </>
  )
})
