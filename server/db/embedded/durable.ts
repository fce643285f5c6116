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

/** Start parameters without durability. random_page_cost is the same as for a server: see `SERVER_POOL` in database.ts. */
export const inMemoryStartParams: string[] = [...PGlite.defaultStartParams, '-c', 'random_page_cost=1.1']

/** PGlite's default `-F` turns fsync off. It is removed here, so that the write-ahead log is synced to the disk. */
export const durableStartParams: string[] = [
  ...inMemoryStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** PGlite's folder file system has no fsync operation. This subclass adds an fsync that calls the operating system. */
export class DurableFolder extends NodeFS {
  /** Number of syncs by the engine. */
  syncs = 0

  override async init(pg: InitArguments[0], options: InitArguments[1]): ReturnType<NodeFS['init']> {
    const init = await super.init(pg, options)
    init.emscriptenOpts.preRun?.push((module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fdatasyncSync(nfd)
        this.syncs++
        return 0
      }
    })
    return init
  }
}
