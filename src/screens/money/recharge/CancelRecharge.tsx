import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { amountText } from '../../../format/amount.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useT } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import type { RechargeFlow } from '../flow/flows.ts'

interface CancelRechargeProps {
  flow: RechargeFlow
  label: string
  isDisabled?: boolean
}

/** A button that cancels the open offline recharge after a question. Absent in front of a gateway that cannot cancel. */
export function CancelRecharge({ flow, label, isDisabled = false }: CancelRechargeProps) {
  const t = useT()
  const mayCancel = useFeature('holds')
  const [isAsking, setAsking] = useState(false)
  const record = useSelector(flow, ({ context }) => context.record)
  if (!mayCancel || record === null) return null
  return (
    <>
      <Button aria-disabled={isDisabled} onClick={() => !isDisabled && setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('money.open.ask')}
        width={440}
        back={t('money.open.keep')}
        confirm={t('money.open.cancel')}
        onBack={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          flow.send({ type: 'recharge.cancel' })
        }}
      >
        <p>{t('money.open.ask.text', { amount: amountText(record) })}</p>
      </ConfirmDialog>
    </>
  )
}
