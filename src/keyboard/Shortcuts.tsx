import { useDeferredValue, useRef, useState } from 'react'
import { withCommandRuntime } from '../loading/withCommandRuntime.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import { CommandKeys, useKeymap } from './CommandKeys.tsx'
import styles from './Shortcuts.module.css'
import { listShortcuts } from './shortcutList.ts'

/** The list of all shortcuts of this user, searchable by key or by title. */
export const Shortcuts = withCommandRuntime(({ open, onClose }: { open: boolean; onClose(): void }) => {
  const t = useT()
  const search = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')} width={760} initialFocus={search}>
      <ShortcutList search={search} />
    </Dialog>
  )
})

function ShortcutList({ search }: { search: React.RefObject<HTMLInputElement | null> }) {
  const t = useT()
  const { registry, scope } = useConsole()
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const currentScope = scope()
  const groups = listShortcuts({ keymap: useKeymap(), registry, scope: currentScope, t }, deferredQuery)
  return (
    <>
      <div className={styles.head}>
        <input
          ref={search}
          className={styles.search}
          type="search"
          aria-label={t('keys.search')}
          placeholder={t('keys.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {!currentScope.app.characterKeys && <p className={styles.off}>{t('keys.off')}</p>}
      <div className={styles.found}>
        <div className={styles.sheet}>
          {groups.map(({ layer, isHere, sections }) => (
            <section key={layer} className={styles.block} aria-labelledby={`keys-${layer}`}>
              <h3 className={styles.layer} id={`keys-${layer}`}>
                {t(`keys.layer.${layer}`)}
                {isHere && <span className={styles.here}>{t('keys.here')}</span>}
                {layer === 'none' && <CommandKeys of="palette.toggle" />}
              </h3>
              {sections.map(({ section, lines }) => (
                <div key={section} className={styles.part}>
                  {section !== null && <h4 className="faint tiny medium">{t(`section.${section}`)}</h4>}
                  <dl>
                    {lines.map(({ id, title, keys }) => (
                      <div key={id} className={styles.line}>
                        <dt>{title}</dt>
                        <dd>
                          {keys.map((key) => (
                            <Kbd key={key} keys={key} />
                          ))}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </div>
              ))}
            </section>
          ))}
        </div>
        <p className="second" role="status">
          {groups.length === 0 ? t('keys.nothing', { text: query }) : ''}
        </p>
      </div>
    </>
  )
}
