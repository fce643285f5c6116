import { useSelector } from '@xstate/react'
import { LoaderCircle } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { titleOf } from '../commandText.ts'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './RunningPage.module.css'

/** Shown while the palette waits for a command. Escape leaves the page and does not cancel the command. */
export function RunningPage() {
  const t = useT()
  const { palette, registry } = useConsole()
  const task = useSelector(palette, ({ context }) => context.page.task)
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => page.current?.focus(), [])
  if (task === null) return null
  return (
    <div
      ref={page}
      className={styles.running}
      role="status"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        palette.send({ type: 'escape' })
      }}
    >
      <LoaderCircle className={styles.turning} size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('palette.running', { title: titleOf(registry.get(task.command), t) })}
    </div>
  )
}
