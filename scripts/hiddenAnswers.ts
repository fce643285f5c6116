import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Asks on the terminal without showing the answers; Ctrl+C ends the process. Reads the lines of a pipe otherwise; an answer is empty
 * after its end.
 */
export function hiddenAnswers() {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY })
  // The terminal does not send the signal while it is read key by key.
  terminal.on('SIGINT', () => {
    terminal.close()
    process.kill(process.pid, 'SIGINT')
  })
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(question: string): Promise<string> {
      process.stdout.write(question)
      const { value = '', done } = await lines.next()
      process.stdout.write('\n')
      return done === true ? '' : value
    },
    close: () => terminal.close(),
  }
}
