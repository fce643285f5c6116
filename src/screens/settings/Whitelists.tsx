import { useEffect, useRef, useState } from 'react'
import { keysFor } from '#commands/keymap.ts'
import { calls } from '#contract/calls.ts'
import type { IpLists } from '#contract/merchantRows.ts'
import { isInRanges, rangeName } from '#contract/ranges.ts'
import { createSavingMachine } from '#machines/settings/savingMachine.ts'
import { FormActions } from '../../forms/FormActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page, Section } from '../../ui/Sections.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useForm } from '../../useForm.tsx'
import addresses from './AddressList.module.css'
import { AddressList, type Draft } from './AddressList.tsx'
import { Looked, NotHere, Refused, Unknown } from './Answers.tsx'
import { added } from './addresses.ts'
import { hashed } from './hashing.ts'
import { LockoutDialog } from './LockoutDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import styles from './settings.module.css'
import { useBeginning } from './useBeginning.ts'
import { useSaved } from './useSaved.ts'
import { differs, useSaving } from './useSaving.ts'
import { useStanding } from './useStanding.ts'

export interface Lists {
  apiWhiteIp: readonly string[]
  loginWhiteIp: readonly string[]
}

const openLists = (stored: IpLists | null): Lists => ({
  apiWhiteIp: stored?.apiWhiteIp ?? [],
  loginWhiteIp: stored?.loginWhiteIp ?? [],
})

/** Whether who saves these could not sign in again from where he is. */
const shutsOut = ({ loginWhiteIp }: Lists, stored: IpLists | null): boolean =>
  stored !== null && loginWhiteIp.length > 0 && !isInRanges(stored.currentIp, loginWhiteIp)

/** Whether a list that let only some in lets everybody in once it is saved. */
const opens = (name: keyof Lists, values: Lists, stored: IpLists): boolean =>
  stored[name].length > 0 && values[name].length === 0

const listsMachine = createSavingMachine<IpLists, Lists, IpLists>({
  open: openLists,
  check: () => ({}),
  warns: shutsOut,
  confirms: true,
})

const NAMES = ['apiWhiteIp', 'loginWhiteIp'] as const satisfies readonly (keyof Lists)[]
const OPENS = { apiWhiteIp: 'settings.ips.apiOpens', loginWhiteIp: 'settings.ips.loginOpens' } as const
const NO_DRAFT: Draft = { typed: '', wrong: null }
const NO_DRAFTS = { apiWhiteIp: NO_DRAFT, loginWhiteIp: NO_DRAFT }

/** From where the API may be called, and from where the account may be signed in to. */
export function Whitelists() {
  const t = useT()
  const { api, permissions } = useConsole()
  const [snapshot, send] = useSaving(listsMachine, {
    load: () => api.call(calls.ipLists, {}, { redirects: true }),
    async save({ values, password, key }) {
      const lists = { apiWhiteIp: values.apiWhiteIp.join(','), loginWhiteIp: values.loginWhiteIp.join(',') }
      return api.call(calls.updateIpLists, { ...lists, txnPwd: await hashed(password) }, { quiet: true, once: key })
    },
  })
  const { values, faults, refusal, stored, looked } = snapshot.context
  const mayEdit = permissions.includes('iplist_update')
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const isTyping = NAMES.some((name) => drafts[name].typed.trim() !== '')
  const isDirty = stored !== null && (isTyping || differs(values, openLists(stored)))
  const [bare, setBare] = useState(false)
  const fields = { apiWhiteIp: useRef<HTMLInputElement>(null), loginWhiteIp: useRef<HTMLInputElement>(null) }
  const draft = (name: keyof Lists, next: Draft) => setDrafts((before) => ({ ...before, [name]: next }))

  function submit() {
    // Nothing to save is nothing to ask a password for.
    setBare(!isDirty)
    if (!isDirty) return
    const taken = NAMES.map((name) => ({ name, ...added(values[name], drafts[name].typed) }))
    for (const { name, entries, left, fault } of taken) {
      send({ type: 'values.edit', values: { [name]: entries } })
      draft(name, { typed: left, wrong: fault === null ? null : t(...fault) })
    }
    const wrong = taken.find(({ fault }) => fault !== null)
    if (wrong === undefined) send({ type: 'form.submit' })
    else fields[wrong.name].current?.focus()
  }
  const standing = useStanding({
    snapshot,
    send,
    isDirty,
    kept: { name: 'ipLists', values: { ...values, typed: NAMES.map((name) => drafts[name].typed) } },
    restored({ typed: [api = '', login = ''], ...lists }) {
      setDrafts({ apiWhiteIp: { typed: api, wrong: null }, loginWhiteIp: { typed: login, wrong: null } })
      return lists
    },
    first: fields.apiWhiteIp,
  })
  const { isUnknown, isBusy } = standing
  function discard() {
    setDrafts(NO_DRAFTS)
    standing.discard()
  }
  const leaving = useForm({ isDirty: standing.isHeld, submit, discard, isKept: true })
  useSaved(snapshot.matches('saved'), () => send({ type: 'form.again' }))
  useBeginning('do', stored !== null, () => fields.apiWhiteIp.current?.focus())
  useBeginning('addApi', stored !== null && snapshot.matches('editing'), (entry) => {
    if (!mayEdit || values.apiWhiteIp.some((one) => rangeName(one) === rangeName(entry))) return
    send({ type: 'values.edit', values: { apiWhiteIp: [...values.apiWhiteIp, entry] } })
  })
  useEffect(() => {
    if (isDirty) setBare(false)
  }, [isDirty])

  if (stored === null) {
    return (
      <Page layer="form">
        <NotHere
          failure={snapshot.matches('failed') ? snapshot.context.failure : null}
          onRetry={() => send({ type: 'stored.look' })}
        />
      </Page>
    )
  }
  const list = (name: keyof Lists) => ({
    ref: fields[name],
    name,
    draft: drafts[name],
    onDraft: (next: Draft) => draft(name, next),
    entries: values[name],
    onEntries: (entries: readonly string[]) => send({ type: 'values.edit', values: { [name]: entries } }),
    fault: faults[name],
    mine: stored.currentIp,
    mayEdit: mayEdit && !isUnknown,
  })
  return (
    <Page isWide layer="form">
      {leaving}
      <Section isNamedAbove title={t('settings.ips')} text={t('settings.ips.text', { ip: stored.currentIp })}>
        {Object.keys(faults).length === 0 && (isUnknown || snapshot.matches('editing')) && <Refused refusal={refusal} />}
        <div className={addresses.lists}>
          <AddressList title={t('settings.ips.api')} empty={t('settings.ips.apiEmpty')} {...list('apiWhiteIp')} />
          <AddressList title={t('settings.ips.login')} empty={t('settings.ips.loginEmpty')} {...list('loginWhiteIp')} />
        </div>
        {shutsOut(values, stored) && !isUnknown && (
          <div className={styles.bar} data-tone="unsure" role="status">
            <p>{t('settings.ips.lockout', { ip: stored.currentIp })}</p>
          </div>
        )}
        {NAMES.filter((name) => !isUnknown && opens(name, values, stored)).map((name) => (
          <div key={name} className={styles.bar} data-tone="unsure" role="status">
            <p>{t(OPENS[name])}</p>
          </div>
        ))}
        {isUnknown && (
          <Unknown
            text={t('settings.unknown.lists')}
            isLooking={standing.isLooking}
            onLook={standing.look}
            onRetry={standing.retry}
          />
        )}
        {looked && !isUnknown && <Looked text={t(isDirty ? 'settings.looked.not' : 'settings.looked.saved')} />}
        {bare && <Looked text={t('settings.nothingChanged')} />}
        {mayEdit && !isUnknown && (
          <FormActions label={t('settings.save')} keys={keysFor('form.submit')[0]} isBusy={isBusy} onSubmit={submit}>
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
        onGive={(password) => send({ type: 'form.confirm', password })}
        onClose={() => send({ type: 'form.back' })}
      />
    </Page>
  )
}
