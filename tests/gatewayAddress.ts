import type { ChildProcess } from 'node:child_process'

/** The address that the gateway logs. Rejects if the process exits before. */
export async function waitForAddress(gateway: ChildProcess): Promise<string> {
  let said = ''
  const address = Promise.withResolvers<string>()
  gateway.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const [, found] = /Paydesk \S+ {2}(http:\S+)/.exec(said) ?? []
    if (found !== undefined) address.resolve(found)
  })
  gateway.once('exit', (code) => address.reject(new Error(`the gateway exited with ${code}: ${said}`)))
  return address.promise
}
