import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const MOST_FILES_IN_A_FOLDER = 25
const MOST_FILES_IN_A_CIRCLE = 3

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g

const sources = ['contract', 'server', 'machines', 'commands', 'locales', 'src', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

/** What a file imports of the repository, types included. */
function importsOf(file: string): string[] {
  const found = Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(IMPORT),
    ([, from, late, bare]) => from ?? late ?? bare!,
  )
  return found.flatMap((from) => {
    if (from.startsWith('.')) return [relative(root, resolve(root, dirname(file), from))]
    return from.startsWith('#') ? [from.slice(1)] : []
  })
}

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
  const graph = new Map(sources.map((file) => [file, importsOf(file)]))
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
