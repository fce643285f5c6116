import type { ExceptionCode } from './Exception.tsx'
import styles from './ExceptionPicture.module.css'

/** A receipt: locked, lost, torn. Decoration only. */
export const ExceptionPicture = ({ code }: { code: ExceptionCode }) => (
  <svg viewBox="0 0 120 96" fill="none" aria-hidden="true">
    <path className={styles.paper} d="M34 10h52v70l-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5z" />
    {code === 403 && (
      <>
        <rect className={styles.mark} x="49" y="40" width="22" height="17" rx="3" />
        <path className={styles.stroke} d="M53 40v-6a7 7 0 0 1 14 0v6" />
      </>
    )}
    {code === 404 && (
      <>
        <circle className={styles.stroke} cx="58" cy="40" r="12" />
        <path className={styles.stroke} d="m67 49 11 11" />
      </>
    )}
    {code === 500 && <path className={styles.stroke} d="m34 46 9-5 8 8 9-9 8 8 9-8 9 6" />}
    <path className={styles.line} d={code === 403 ? 'M44 20h32' : 'M44 22h32M44 28h20'} />
  </svg>
)
