import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { keypress } from '#commands/keypress.ts'
import { saidText, titleOf } from '../commandText.ts'
import { Button } from '../ui/Button.tsx'
import { isMac } from '../ui/Kbd.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import { Hints } from './PaletteFooter.tsx'

/** The question before a command runs. The focus is on Cancel: what one presses without reading must do nothing. */
export function ConfirmPage() {
  const t = useT()
  const { palette, registry, scope } = useConsole()
  const task = useSelector(palette, ({ context }) => context.page.task)
  const cancel = useRef<HTMLButtonElement>(null)
  const hasBelow = useSelector(palette, ({ context }) => context.below.length > 0)
  const id = useId()
  useLayoutEffect(() => cancel.current?.focus(), [])
  if (task === null) return null
  const command = registry.get(task.command)
  const asked = task.confirm === 'always' ? command.confirm?.(scope(), task.given) : undefined

  function onKeyDown(event: KeyboardEvent) {
    const key = keypress(event.nativeEvent, isMac)
    if (event.defaultPrevented || (key !== 'escape' && key !== 'mod+enter')) return
    event.preventDefault()
    event.stopPropagation()
    palette.send(key === 'escape' ? { type: 'escape' } : { type: 'task.confirmed' })
  }

  return (
    <section role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onKeyDown={onKeyDown}>
      <div className={styles.confirm}>
        <h2 className={styles.question} id={`${id}-title`}>
          {titleOf(command, t)}
        </h2>
        <p id={`${id}-text`}>{asked === undefined ? t('palette.again') : saidText(asked, t)}</p>
        <div className={styles.buttons}>
          <Button ref={cancel} onClick={() => palette.send({ type: 'escape' })}>
            {t('app.cancel')}
          </Button>
          <Button look="primary" onClick={() => palette.send({ type: 'task.confirmed' })}>
            {t('app.confirm')}
          </Button>
        </div>
      </div>
      <Hints
        hints={[
          ['mod+enter', 'palette.foot.confirm'],
          ['escape', hasBelow ? 'palette.foot.back' : 'palette.foot.close'],
        ]}
      />
    </section>
  )
}
