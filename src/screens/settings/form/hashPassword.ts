import { fetchHashed } from '../../../api/fetchHashed.ts'

/** What is sent in the place of a password that was typed. */
export const hashPassword = async (typed: string): Promise<string> => (await fetchHashed())(typed)
