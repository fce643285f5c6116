/** The connection was lost after `commit` was sent: the transaction is committed or rolled back. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('The database did not confirm the commit.', { cause })
  }
}

/** The database did not answer before the deadline, or the deadline had passed before the statement was sent. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'

  constructor() {
    super('The database did not answer in time.')
  }
}

/** A worker of Citus ended before it confirmed a commit, whatever the coordinator says. */
export class CommitUnconfirmed extends Error {
  override readonly name = 'CommitUnconfirmed'

  constructor(cause?: unknown) {
    super('A worker of the database did not confirm the commit.', { cause })
  }
}

interface Fault {
  code?: string
  message: string
}

/** Serialization failure and deadlock. The transaction can be run again. */
export const isRetryable = ({ code = '' }: Fault): boolean => /^(40001|40P01)$/.test(code)

/** An earlier statement of the transaction failed. */
export const isAborted = ({ code = '' }: Fault): boolean => code === '25P02'

// PostgreSQL's codes for a lost connection (also after idling in a transaction), and the socket errors below them. Citus has no code
// for a worker that ended within a savepoint.
const LOST = /^(57P0\d|08...|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
const LOST_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool|Received unexpected|The embedded database has stopped|failure on connection marked as essential|server closed the connection unexpectedly)/

/** The connection cannot be used any more. */
export const isConnectionLost = (fault: Fault): boolean =>
  fault instanceof DatabaseTimeout ||
  fault instanceof CommitUnconfirmed ||
  LOST.test(fault.code ?? '') ||
  LOST_MESSAGES.test(fault.message)

/** An error without a code of its own. After a commit, Citus has raised it for a worker that may have committed. */
export const isInternal = ({ code = '' }: Fault): boolean => code === 'XX000'

/** The deadline of the caller or the limit of the server is over. */
export const isTimeout = (fault: Fault): boolean =>
  fault instanceof DatabaseTimeout || fault.code === '57014' || fault.message === 'Query read timeout'

/** The server is a standby, or was told to take no writes. */
export const isReadOnly = ({ code = '' }: Fault): boolean => code === '25006'

/** The database reads and cannot write: disk full, I/O error, or read-only. */
export const isWriteFault = (fault: Fault): boolean => isReadOnly(fault) || /^(53100|58030)$/.test(fault.code ?? '')

// Out of resources, lock timeout, statement timeout.
const OVERLOADED = /^(53...|55P03|57014)$/

/** The database cannot serve now. Nothing was changed. */
export const isUnavailable = (fault: Fault): boolean =>
  isConnectionLost(fault) || isWriteFault(fault) || isRetryable(fault) || OVERLOADED.test(fault.code ?? '')
