import type { CommonKey } from '#locales/messages.ts'
import type { Argument, TextTest } from './command.ts'

type Suffix<Key extends CommonKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never
type PromptWithError<Key extends CommonKey = CommonKey> = Key extends `${infer Prompt}.error` ? Prompt & CommonKey : never

export function textArgument(name: string, prompt: PromptWithError, text: TextTest): Argument
export function textArgument(name: string, prompt: CommonKey, text: TextTest, error: CommonKey): Argument
/** Text that passes a test. The message of other text is `<prompt>.error` by default. */
export function textArgument(
  name: string,
  prompt: CommonKey,
  text: TextTest,
  error = `${prompt}.error` as CommonKey,
): Argument {
  return { name, prompt, ask: { text, error } }
}

/** One of some fixed values, each with the title `<prefix>.<value>`. */
export const choiceArgument = <const Prefix extends string>(
  name: string,
  prefix: Prefix,
  values: readonly Suffix<CommonKey, `${Prefix}.`>[],
  prompt = prefix as unknown as CommonKey,
): Argument => ({
  name,
  prompt,
  ask: { choices: () => values.map((value) => ({ value, title: { message: [`${prefix}.${value}` as CommonKey] } })) },
})
