import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { failureText } from '../../detail/failureText.ts'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import type { ListController } from '../listController.ts'
import styles from './MissingRow.module.css'

/** Shown for a requested row that is not in the result, with ways to find it. */
export function MissingRow({ controller, words }: { controller: ListController; words: RowTexts }) {
  const { t } = words
  const { actor, handles } = controller
  const state = useSelector(actor, ({ value }) => value.detail)
  const error = useSelector(actor, ({ context }) => context.detail.error)
  const find = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'missing') find.current?.focus()
  }, [state])
  const close = () => {
    actor.send({ type: 'row.close' })
    handles.grid?.focus()
  }
  if (state === 'unfound') {
    return (
      <Failure
        title={t('detail.outside')}
        text={failureText(error, t)}
        retry={() => actor.send({ type: 'detail.retry' })}
        retryLabel={t('app.retry')}
      />
    )
  }
  return (
    <div className={styles.missing} aria-busy={state === 'finding'}>
      <p className={styles.missingTitle}>{t(state === 'gone' ? 'detail.gone' : 'detail.outside')}</p>
      {state !== 'gone' && <p>{t('detail.outside.hint')}</p>}
      <div className={styles.missingButtons}>
        {state !== 'gone' && (
          <Button ref={find} variant="primary" onClick={() => actor.send({ type: 'detail.find' })}>
            {t('detail.openAlone')}
          </Button>
        )}
        <Button onClick={close}>{t('app.close')}</Button>
      </div>
    </div>
  )
}
