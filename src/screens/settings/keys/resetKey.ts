import type { InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { MerchantSecret } from '#contract/rows/credentials.ts'
import type { Api } from '../../../api/client.ts'

export type ResetTarget = 'secret' | 'keypair'

/** What a reset has made. */
export interface ResetKey {
  /** The new secret or private key; null where the gateway does not say it. */
  value: string | null
  /** Whether the gateway lists the secret, so that it can be revealed. */
  isListed: boolean
}

const isMasked = (text: string): boolean => /^[*•]/.test(text)

const inFull = (text: string | null): string | null => (text === null || isMasked(text) ? null : text)
const masked = (text: string | null): string | null => (text === null || isMasked(text) ? text : `****${text.slice(-4)}`)

/** The keys as a screen may show them. A gateway masks them, unless it is another one. */
export const maskSecrets = (stored: MerchantSecret): MerchantSecret => ({
  ...stored,
  secret: masked(stored.secret),
  platPrivateKey: stored.platPrivateKey && '****',
})

/** Reads the secret in full; null where the gateway does not say it. */
export async function revealSecret(api: Pick<Api, 'call'>, txnPwd: string): Promise<string | null> {
  const reply = await api.call(calls.changeSecret, { action: 'reveal', txnPwd }, { quiet: true })
  return inFull(reply.secret) ?? inFull((await api.call(calls.merchantSecret, {}, { quiet: true })).secret)
}

/** Resets a key, reads what is stored now, and returns the new value from whichever reply has it. */
export async function resetKey(
  api: Pick<Api, 'call'>,
  input: Omit<InputOf<typeof calls.changeSecret>, 'action'> & { target: ResetTarget },
  onStored: (stored: MerchantSecret) => void,
): Promise<ResetKey> {
  const reply = await api.call(calls.changeSecret, { action: 'reset', ...input }, { quiet: true })
  // The reset is done: a failure to read it changes nothing about that.
  const stored = await api.call(calls.merchantSecret, {}, { quiet: true }).catch(() => reply)
  onStored(maskSecrets(stored))
  const value = input.target === 'secret' ? (inFull(reply.secret) ?? inFull(stored.secret)) : inFull(reply.platPrivateKey)
  return { value, isListed: stored.secret !== null }
}
