import type { Plugin } from 'vite'

/** The chunks of a first list. Almost all of their functions run. */
const COMPILED_AHEAD = ['start', 'workspace', 'list']

/**
 * Lets Chromium compile all functions of these chunks while the files arrive, on another thread, instead of one by one when they are
 * first called. The comment counts only at the start of a file; other browsers ignore it. See https://v8.dev/blog/explicit-compile-hints
 */
export const compileHints = (): Plugin => ({
  name: 'paydesk:compile-hints',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !COMPILED_AHEAD.includes(file.name)) continue
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        const map = bundle[`${file.fileName}.map`]
        // The mappings of the first line are none.
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
      }
    },
  },
})
