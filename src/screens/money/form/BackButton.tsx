import type { Ref } from 'react'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useT } from '../../../useConsole.tsx'
import actions from '../actions.module.css'
import type { Flow } from '../flow/flows.ts'

/** Goes back to editing; the form keeps its values. */
export function BackButton({ flow, ref }: { flow: Flow; ref?: Ref<HTMLButtonElement> }) {
  const t = useT()
  return (
    <Button {...FORM_EXIT} ref={ref} className={actions.cancel ?? ''} onClick={() => flow.send({ type: 'review.back' })}>
      {t('money.review.back')}
      <span aria-hidden="true">
        <Kbd keys="escape" />
      </span>
    </Button>
  )
}
