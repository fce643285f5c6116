import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, pathFromRoot, root, sourcesIn } from './imports.ts'

const MOST_FILES_IN_A_FOLDER = 25
const MOST_FILES_IN_A_CIRCLE = 3

const sources = sourcesIn(['contract', 'server', 'machines', 'commands', 'locales', 'src', 'bench', 'torture', 'scripts'])

/** The files that a file imports, types included; `#contract/x.ts` is `contract/x.ts`. */
const importedFiles = (file: string): string[] => importsOf(file).map(({ from }) => pathFromRoot(file, from).replace(/^#/, ''))

/** The strongly connected components of more than one file, by Tarjan's algorithm. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  function visit(file: string) {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== order.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) found.push(component.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found
}

test('No import circle is longer than three files, types included', () => {
  const graph = new Map(sources.map((file) => [file, importedFiles(file)]))
  expect(circles(graph).filter((circle) => circle.length > MOST_FILES_IN_A_CIRCLE)).toEqual([])
})

test('The circle check finds a circle', () => {
  const graph = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] }))
  expect(circles(graph)).toEqual([['a', 'b', 'c']])
})

test('No folder of the first two levels of server and src holds more than 25 files', () => {
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory()
  const children = (folder: string) => readdirSync(join(root, folder)).map((name) => join(folder, name))
  const folders = ['server', 'src'].flatMap((top) => [top, ...children(top).filter(isFolder)])
  const crowded = folders.filter((folder) => children(folder).filter((path) => !isFolder(path)).length > MOST_FILES_IN_A_FOLDER)
  expect(crowded).toEqual([])
})

/** A folder of tests with a gateway, a database or a browser. The projects in `vite.config.ts` follow the same rule. */
const GATEWAY_TESTS = /^tests\/(server|rights|journeys|foreign|browser)\//
const GATEWAY = /^(tests\/(databases|gateway|listening|app)\.tsx?|tests\/browser\/.*|server\/db\/database\.ts|playwright-core)$/

test('No unit test starts a gateway, a database or a browser', () => {
  const tests = sourcesIn(['tests']).filter((file) => /^tests\/.+\/.*\.test\.tsx?$/.test(file))
  const reached = new Set(tests.filter((file) => !GATEWAY_TESTS.test(file)))
  for (const file of reached) {
    if (!/\.tsx?$/.test(file) || !existsSync(join(root, file))) continue
    for (const { from, isType } of importsOf(file)) if (!isType) reached.add(pathFromRoot(file, from).replace(/^#/, ''))
  }
  expect([...reached].filter((file) => GATEWAY.test(file))).toEqual([])
})
