import { useEffect, useRef, useState } from 'react'
import { calls } from '#contract/calls.ts'
import { isInIpRanges, normalizeIpRange } from '#contract/ipRanges.ts'
import type { IpLists } from '#contract/rows/credentials.ts'
import { createSavingMachine } from '#machines/settings/savingMachine.ts'
import { FormActions } from '../../../FormActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { CheckedNotice, LoadPlaceholder, RefusalNotice, UnknownNotice } from '../form/notices.tsx'
import { PasswordDialog } from '../form/PasswordDialog.tsx'
import styles from '../form/settings.module.css'
import { useAutoStart } from '../form/useAutoStart.ts'
import { useFormStatus } from '../form/useFormStatus.ts'
import { useSavedNotice } from '../form/useSavedNotice.ts'
import { differs, useSaving } from '../form/useSaving.ts'
import addresses from './AddressList.module.css'
import { type AddressInput, AddressList } from './AddressList.tsx'
import { addAddresses } from './addAddresses.ts'
import { LockoutDialog } from './LockoutDialog.tsx'

export interface Lists {
  apiWhiteIp: readonly string[]
  loginWhiteIp: readonly string[]
}

const initialLists = (stored: IpLists | null): Lists => ({
  apiWhiteIp: stored?.apiWhiteIp ?? [],
  loginWhiteIp: stored?.loginWhiteIp ?? [],
})

/** Whether these lists exclude the current address of the user from signing in. */
const locksOut = ({ loginWhiteIp }: Lists, stored: IpLists | null): boolean =>
  stored !== null && loginWhiteIp.length > 0 && !isInIpRanges(stored.currentIp, loginWhiteIp)

/** Whether saving empties a list, which then allows every address. */
const opensToAll = (name: keyof Lists, values: Lists, stored: IpLists): boolean =>
  stored[name].length > 0 && values[name].length === 0

const listsMachine = createSavingMachine<IpLists, Lists, IpLists>({
  open: initialLists,
  check: () => ({}),
  warns: locksOut,
  confirms: true,
})

const NAMES = ['apiWhiteIp', 'loginWhiteIp'] as const satisfies readonly (keyof Lists)[]
const OPEN_WARNINGS = { apiWhiteIp: 'settings.ips.apiOpens', loginWhiteIp: 'settings.ips.loginOpens' } as const
const NO_INPUT: AddressInput = { typed: '', error: null }
const NO_INPUTS = { apiWhiteIp: NO_INPUT, loginWhiteIp: NO_INPUT }

/** The IP whitelists for API calls and for signing in. */
export function Whitelists() {
  const t = useT()
  const { api, permissions } = useConsole()
  const [snapshot, send] = useSaving(listsMachine, {
    load: () => api.call(calls.ipLists, {}, { redirects: true }),
    async save({ values, password, idempotencyKey: key }) {
      const lists = { apiWhiteIp: values.apiWhiteIp.join(','), loginWhiteIp: values.loginWhiteIp.join(',') }
      return api.call(
        calls.updateIpLists,
        { ...lists, txnPwd: await hashPassword(password) },
        { quiet: true, idempotencyKey: key },
      )
    },
  })
  const { values, faults, refusal, stored, looked } = snapshot.context
  const mayEdit = permissions.includes('iplist_update')
  const [inputs, setInputs] = useState(NO_INPUTS)
  const isTyping = NAMES.some((name) => inputs[name].typed.trim() !== '')
  const isDirty = stored !== null && (isTyping || differs(values, initialLists(stored)))
  const [isUnchanged, setUnchanged] = useState(false)
  const fields = { apiWhiteIp: useRef<HTMLInputElement>(null), loginWhiteIp: useRef<HTMLInputElement>(null) }
  const setInput = (name: keyof Lists, next: AddressInput) => setInputs((before) => ({ ...before, [name]: next }))

  function submit() {
    // Do not ask for a password when nothing changed.
    setUnchanged(!isDirty)
    if (!isDirty) return
    const results = NAMES.map((name) => ({ name, ...addAddresses(values[name], inputs[name].typed) }))
    for (const { name, entries, rejected: left, fault } of results) {
      send({ type: 'values.edit', values: { [name]: entries } })
      setInput(name, { typed: left, error: fault === null ? null : t(...fault) })
    }
    const wrong = results.find(({ fault }) => fault !== null)
    if (wrong === undefined) send({ type: 'form.submit' })
    else fields[wrong.name].current?.focus()
  }
  const formStatus = useFormStatus({
    snapshot,
    send,
    isDirty,
    draft: { name: 'ipLists', values: { ...values, typed: NAMES.map((name) => inputs[name].typed) } },
    fromDraft({ typed: [api = '', login = ''], ...lists }) {
      setInputs({ apiWhiteIp: { typed: api, error: null }, loginWhiteIp: { typed: login, error: null } })
      return lists
    },
    firstField: fields.apiWhiteIp,
  })
  const { isUnknown, isBusy } = formStatus
  function discard() {
    setInputs(NO_INPUTS)
    formStatus.discard()
  }
  const leaving = useForm({ isDirty: formStatus.hasUnsavedChanges, submit, discard, isKept: true })
  useSavedNotice(snapshot.matches('saved'), () => send({ type: 'form.again' }))
  useAutoStart('do', stored !== null, () => fields.apiWhiteIp.current?.focus())
  useAutoStart('addApi', stored !== null && snapshot.matches('editing'), (entry) => {
    if (!mayEdit || values.apiWhiteIp.some((one) => normalizeIpRange(one) === normalizeIpRange(entry))) return
    send({ type: 'values.edit', values: { apiWhiteIp: [...values.apiWhiteIp, entry] } })
  })
  useEffect(() => {
    if (isDirty) setUnchanged(false)
  }, [isDirty])

  if (stored === null) {
    return (
      <Page layer="form">
        <LoadPlaceholder
          failure={snapshot.matches('failed') ? snapshot.context.failure : null}
          onRetry={() => send({ type: 'stored.look' })}
        />
      </Page>
    )
  }
  const list = (name: keyof Lists) => ({
    ref: fields[name],
    name,
    input: inputs[name],
    onInput: (next: AddressInput) => setInput(name, next),
    entries: values[name],
    onEntries: (entries: readonly string[]) => send({ type: 'values.edit', values: { [name]: entries } }),
    fault: faults[name],
    ownAddress: stored.currentIp,
    mayEdit: mayEdit && !isUnknown,
  })
  return (
    <Page isWide layer="form">
      {leaving}
      <Section hasHiddenTitle title={t('settings.ips')} text={t('settings.ips.text', { ip: stored.currentIp })}>
        {Object.keys(faults).length === 0 && (isUnknown || snapshot.matches('editing')) && <RefusalNotice refusal={refusal} />}
        <div className={addresses.lists}>
          <AddressList title={t('settings.ips.api')} empty={t('settings.ips.apiEmpty')} {...list('apiWhiteIp')} />
          <AddressList title={t('settings.ips.login')} empty={t('settings.ips.loginEmpty')} {...list('loginWhiteIp')} />
        </div>
        {locksOut(values, stored) && !isUnknown && (
          <div className={styles.bar} data-tone="unsure" role="status">
            <p>{t('settings.ips.lockout', { ip: stored.currentIp })}</p>
          </div>
        )}
        {NAMES.filter((name) => !isUnknown && opensToAll(name, values, stored)).map((name) => (
          <div key={name} className={styles.bar} data-tone="unsure" role="status">
            <p>{t(OPEN_WARNINGS[name])}</p>
          </div>
        ))}
        {isUnknown && (
          <UnknownNotice
            text={t('settings.unknown.lists')}
            isChecking={formStatus.isChecking}
            onCheck={formStatus.check}
            onRetry={formStatus.retry}
          />
        )}
        {looked && !isUnknown && <CheckedNotice text={t(isDirty ? 'settings.looked.not' : 'settings.looked.saved')} />}
        {isUnchanged && <CheckedNotice text={t('settings.nothingChanged')} />}
        {mayEdit && !isUnknown && (
          <FormActions label={t('settings.save')} isBusy={isBusy} onSubmit={submit}>
            {isDirty && <Button onClick={discard}>{t('form.leave.leave')}</Button>}
          </FormActions>
        )}
      </Section>
      <LockoutDialog
        open={snapshot.matches('warned')}
        ip={stored.currentIp}
        onBack={() => send({ type: 'form.back' })}
        onAnyway={() => send({ type: 'warning.accept' })}
      />
      <PasswordDialog
        open={snapshot.matches('confirming') || isBusy}
        title={t('settings.ips.save')}
        text={t('settings.ips.confirm')}
        label={t('settings.txnPwd')}
        submit={t('settings.save')}
        isBusy={isBusy}
        faults={faults}
        refusal={refusal}
        onPassword={(password) => send({ type: 'form.confirm', password })}
        onClose={() => send({ type: 'form.back' })}
      />
    </Page>
  )
}
