import { type RefObject, useEffect, useRef, useState } from 'react'
import { canUse } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { isInIpRanges } from '#contract/ipRanges.ts'
import type { IpLists } from '#contract/rows/credentials.ts'
import { FormActions } from '../../../FormActions.tsx'
import { FORM_EXIT } from '../../../forms/fieldBlur.ts'
import { LoadPlaceholder, Notice, RefusalNotice, UnknownNotice } from '../../../submission/notices.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Page, Section } from '../../../ui/Sections.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useForm } from '../../../useForm.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { PasswordDialog } from '../form/PasswordDialog.tsx'
import { useAutoStart, useSavedNotice, useSettingForm } from '../form/useSettingForm.ts'
import addresses from './AddressList.module.css'
import { AddressList } from './AddressList.tsx'
import { addAddresses } from './addAddresses.ts'

type ListName = 'apiWhiteIp' | 'loginWhiteIp'

interface Lists extends Record<ListName, readonly string[]> {
  /** The text in the input of each list that is not added yet. */
  typed: Record<ListName, string>
}

const initialLists = (stored: IpLists | null): Lists => ({
  apiWhiteIp: stored?.apiWhiteIp ?? [],
  loginWhiteIp: stored?.loginWhiteIp ?? [],
  typed: { apiWhiteIp: '', loginWhiteIp: '' },
})

/** Whether these lists exclude the current address of the user from signing in. */
const locksOut = ({ loginWhiteIp }: Lists, stored: IpLists | null): boolean =>
  stored !== null && stored.currentIp !== null && loginWhiteIp.length > 0 && !isInIpRanges(stored.currentIp, loginWhiteIp)

/** Whether saving empties a list, which then allows every address. */
const opensToAll = (name: ListName, values: Lists, stored: IpLists): boolean =>
  (stored[name] ?? []).length > 0 && values[name].length === 0

const NAMES = ['apiWhiteIp', 'loginWhiteIp'] as const satisfies readonly ListName[]
const OPEN_WARNINGS = { apiWhiteIp: 'settings.ips.apiOpens', loginWhiteIp: 'settings.ips.loginOpens' } as const
const NO_ERRORS: Record<ListName, string | null> = { apiWhiteIp: null, loginWhiteIp: null }

/** The IP whitelists for API calls and for signing in. */
export function Whitelists() {
  const t = useT()
  const { api, permissions } = useConsole()
  const fields: Record<ListName, RefObject<HTMLInputElement | null>> = { apiWhiteIp: useRef(null), loginWhiteIp: useRef(null) }
  const model = useSettingForm<IpLists, Lists, IpLists>({
    draft: { name: 'settings.ipLists' },
    initialValues: initialLists,
    check: () => ({}),
    review: locksOut,
    asksPassword: true,
    firstField: fields.apiWhiteIp,
    load: (_, how) => api.call(calls.ipLists, {}, how),
    async save({ values, stored, secret, submission: { idempotencyKey } }) {
      // A list that the gateway did not send stays as it is unless something was added to it.
      const changed = NAMES.filter((name) => stored[name] !== null || values[name].length > 0)
      const lists = Object.fromEntries(changed.map((name) => [name, values[name].join(',')]))
      const txnPwd = await hashPassword(secret ?? '')
      return api.call(calls.updateIpLists, { ...lists, txnPwd }, { quiet: true, idempotencyKey })
    },
  })
  const { snapshot, send, values, refusal, stored, isDirty, isUnknown, isBusy } = model
  const mayEdit = canUse(permissions, 'iplist_update')
  const [errors, setErrors] = useState(NO_ERRORS)
  const [isUnchanged, setUnchanged] = useState(false)
  const setError = (name: ListName, error: string | null) => setErrors((before) => ({ ...before, [name]: error }))

  /** Adds these texts to their lists. What is rejected is left in the input with the reason; the first such input gets the focus. */
  function add(texts: Partial<Lists['typed']>): boolean {
    const typed = { ...values.typed }
    let wrong: ListName | null = null
    for (const name of NAMES) {
      const text = texts[name]
      if (text === undefined) continue
      const { entries, rejected, fault } = addAddresses(values[name], text)
      typed[name] = rejected
      model.change({ [name]: entries, typed })
      setError(name, fault === null ? null : t(...fault))
      if (fault !== null) wrong ??= name
    }
    if (wrong !== null) fields[wrong].current?.focus()
    return wrong === null
  }
  function submit() {
    // Do not ask for a password when nothing changed.
    setUnchanged(!isDirty)
    if (isDirty && add(values.typed)) model.submit()
  }
  function discard() {
    setErrors(NO_ERRORS)
    model.discard()
  }
  const leaving = useForm({ isDirty: model.hasUnsavedChanges, submit, discard, isKept: true })
  useSavedNotice(model.receipt, () => send({ type: 'form.again' }))
  useAutoStart('do', stored !== null, () => fields.apiWhiteIp.current?.focus())
  useAutoStart('addApi', stored !== null && snapshot.matches('editing'), (text) => {
    if (mayEdit) add({ apiWhiteIp: `${values.typed.apiWhiteIp} ${text}` })
  })
  useEffect(() => {
    if (isDirty) setUnchanged(false)
  }, [isDirty])

  if (stored === null || model.failure !== null) {
    return (
      <Page layer="form">
        <LoadPlaceholder failure={model.failure} onRetry={model.refresh} />
      </Page>
    )
  }
  const list = (name: ListName) => ({
    ref: fields[name],
    name,
    typed: values.typed[name],
    onTyped(typed: string, error: string | null) {
      model.change({ typed: { ...values.typed, [name]: typed } })
      setError(name, error)
    },
    onError: (error: string) => setError(name, error),
    entries: values[name],
    onEntries: (entries: readonly string[]) => model.change({ [name]: entries }),
    error: errors[name] ?? model.error(name),
    ownAddress: stored.currentIp,
    mayEdit: mayEdit && !isUnknown,
  })
  return (
    <Page isWide layer="form">
      {leaving}
      <Section
        hasHiddenTitle
        title={t('settings.ips')}
        text={stored.currentIp === null ? t('settings.ips.textAlone') : t('settings.ips.text', { ip: stored.currentIp })}
      >
        {model.isFaultless && (isUnknown || snapshot.matches('editing')) && <RefusalNotice refusal={refusal} />}
        <div className={addresses.lists}>
          <AddressList
            title={t('settings.ips.api')}
            empty={stored.apiWhiteIp === null ? t('app.notAvailable') : t('settings.ips.apiEmpty')}
            {...list('apiWhiteIp')}
          />
          <AddressList
            title={t('settings.ips.login')}
            empty={stored.loginWhiteIp === null ? t('app.notAvailable') : t('settings.ips.loginEmpty')}
            {...list('loginWhiteIp')}
          />
        </div>
        {locksOut(values, stored) && !isUnknown && (
          <Notice tone="unsure" role="status">
            {t('settings.ips.lockout', { ip: stored.currentIp })}
          </Notice>
        )}
        {NAMES.filter((name) => !isUnknown && opensToAll(name, values, stored)).map((name) => (
          <Notice key={name} tone="unsure" role="status">
            {t(OPEN_WARNINGS[name])}
          </Notice>
        ))}
        {isUnknown && <UnknownNotice {...model}>{t('settings.unknown.lists')}</UnknownNotice>}
        {model.isChecked && !isUnknown && (
          <Notice role="status">{t(isDirty ? 'settings.looked.not' : 'settings.looked.saved')}</Notice>
        )}
        {isUnchanged && <Notice role="status">{t('settings.nothingChanged')}</Notice>}
        {mayEdit && !isUnknown && (
          <FormActions label={t('settings.save')} isBusy={isBusy} onSubmit={submit}>
            {isDirty && (
              <Button {...FORM_EXIT} onClick={discard}>
                {t('form.leave.leave')}
              </Button>
            )}
          </FormActions>
        )}
      </Section>
      <ConfirmDialog
        open={snapshot.matches('reviewing')}
        title={t('settings.ips.lockoutTitle')}
        width={440}
        back={t('settings.back')}
        confirm={t('settings.ips.anyway')}
        onBack={() => send({ type: 'form.back' })}
        onConfirm={() => send({ type: 'review.confirm' })}
      >
        {t('settings.ips.lockout', { ip: stored.currentIp })}
      </ConfirmDialog>
      <PasswordDialog
        open={model.isConfirming}
        title={t('settings.ips.save')}
        text={t('settings.ips.confirm')}
        submit={t('settings.save')}
        isBusy={isBusy}
        pending={model.pending}
        refusal={refusal}
        onPassword={(secret) => send({ type: 'secret.submit', secret })}
        onClose={() => send({ type: 'form.back' })}
      />
    </Page>
  )
}
