import { fetchHashed } from '../../../api/fetchHashed.ts'

/** The hash that is sent instead of a typed password. */
export const hashPassword = async (typed: string): Promise<string> => (await fetchHashed())(typed)
