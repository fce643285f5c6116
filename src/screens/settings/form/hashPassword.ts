import { loadSha256Hex } from '../../../api/loadSha256Hex.ts'

/** The hash that is sent instead of a typed password. */
export const hashPassword = async (typed: string): Promise<string> => (await loadSha256Hex())(typed)
