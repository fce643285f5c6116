import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitArguments = Parameters<NodeFS['init']>
interface OpenFile {
  nfd?: number
}
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } }
}

/** What a server is told by its connections: see `SERVER` in database.ts. */
export const inMemoryStartParams: string[] = [...PGlite.defaultStartParams, '-c', 'random_page_cost=1.1']

/** PGlite starts PostgreSQL with `-F`, which turns fsync off; the write-ahead log must reach the disk here. */
export const durableStartParams: string[] = [
  ...inMemoryStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** PGlite's folder file system has no fsync operation at all; this one passes it through to the operating system. */
export class DurableFolder extends NodeFS {
  /** How often the engine has asked for the disk. */
  syncs = 0

  override async init(pg: InitArguments[0], options: InitArguments[1]): ReturnType<NodeFS['init']> {
    const started = await super.init(pg, options)
    started.emscriptenOpts.preRun?.push((module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd)
        this.syncs++
        return 0
      }
    })
    return started
  }
}
