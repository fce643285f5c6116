import { useEffect, useState } from 'react'
import { guestCalls } from '#contract/guestCalls.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { useCore, useT } from '../../useCore.tsx'
import styles from './Login.module.css'

/** The sample accounts of a demo gateway; empty for any other gateway. */
export function useDemoAccounts(): readonly DemoAccount[] {
  const { api } = useCore()
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    const abort = new AbortController()
    api.call(guestCalls.demoAccounts, {}, { quiet: true, signal: abort.signal }).then(
      (found) => setAccounts(Array.isArray(found) ? found : []),
      () => {},
    )
    return () => abort.abort()
  }, [api])
  return accounts
}

/** The sample accounts, each with the digit key that signs in. */
export function DemoAccounts({ accounts, onPick }: { accounts: readonly DemoAccount[]; onPick(account: DemoAccount): void }) {
  const t = useT()
  if (accounts.length === 0) return null
  return (
    <section className={styles.samples}>
      <h2 className={styles.samplesTitle}>{t('login.samples')}</h2>
      <ul>
        {accounts.map((account, index) => (
          <li key={account.username}>
            <button type="button" className={styles.sample} onClick={() => onPick(account)}>
              <Kbd keys={String(index + 1)} />
              <span>{account.username}</span>
              <span className="faint">{t(`login.kind.${account.kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
