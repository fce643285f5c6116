import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import { APP } from '../appIdentity.ts'
import { Brand } from '../ui/Brand.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './About.module.css'

/** The version of this console and the companies that use it. */
export function About({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT()
  const companies = useSelector(useConsole().session, ({ context }) => context.companyInfoList)
  return (
    <Dialog open={open} onClose={onClose} title={t('about.title')} width={400}>
      <p className={styles.brand}>
        <Brand size={28} />
        {t('app.identity', APP)}
      </p>
      <dl className="facts">
        <dt>{t('about.version')}</dt>
        <dd>{APP.version}</dd>
        <dt>{t('about.build')}</dt>
        <dd>{APP.build}</dd>
        {companies.map(({ name, merchantNo }) => (
          <Fragment key={merchantNo}>
            <dt>{t('about.company')}</dt>
            <dd>
              {name} <span className="faint">{merchantNo}</span>
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
